/** Routes of each kind for which a client module builds URLs. */
export const clientRoutes = `
GET     /user/?                            userController.listAll
GET     /user/{<[0-9]+>id}                 userController.showUser
DELETE  /user/{<[0-9]+>id}                 userController.deleteUser
POST    /user/{id}/rename/{to}             userController.rename
GET     /home                              pageController.show(page:'home')
GET     /page/{page}                       pageController.show
GET     /about                             pageController.about(lang:'en')
GET     /files/{<.+>path}                  fileController.send
GET     /all/{<.*>path}                    fileController.all
GET     /tree/{<.+>path}/edit              fileController.edit
GET     /{<de|en>lang}/{name}.{<[a-z]+>ext}  fileController.localized
GET     /range/{from}-{to}                 rangeController.show
GET     /caf%C3%A9/{name}                  cafeController.show
GET     /slug/{<[a-z0-9]+(-[a-z0-9]+)*>s}/?  slugController.show
GET     /odd/{<[%/'"<a-z]+>v}              oddController.show
*       /star                              starController.run
GET     /empty/{<[a-z]*>a}/{b}             emptyController.show
GET     /group/{<(a|b)[(](c|d)>g}.{<[a-z]+>h}  groupController.show
GET     /admin/{id}                        admin.userController.show
GET     /admin_/{id}                       admin.userController_show
GET     /words/{<[^-/]+>a}-{<[^-/]+>b}     wordController.show
GET     /dollar/{id}                       action.report$a
GET     /dollars/{id}                      action$report.a
GET     /dots/{id}                         action.reports.a
GET     /signs/{id}                        action.reports$a
HEAD    /head/{id}                         headController.show
GET     /report.{format}                   action.report
`
