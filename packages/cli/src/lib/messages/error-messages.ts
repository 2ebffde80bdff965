/** A code of an error or warning, explained for whoever meets it. */
export interface ErrorMessage {
  readonly code: string
  /** A message as it is printed; parts in double quotes change. */
  readonly says: string
  readonly cause: string
  readonly cure: string
}

/** Messages of one kind, in the order in which a page shows them. */
export interface ErrorMessageGroup {
  readonly title: string
  /** The place where they appear. */
  readonly where: string
  readonly messages: readonly ErrorMessage[]
}

/** Every code of every package: `mvc-router explain` and docs/messages.md are written from it. */
export const errorMessageGroups: readonly ErrorMessageGroup[] = [
  {
    title: 'Route files',
    where:
      'The application does not start, a reload is refused, or `mvc-router check` marks a line. Every message has file, line and column.',
    messages: [
      {
        code: 'E_ROUTE_SYNTAX',
        says: 'Expected "}"',
        cause: 'A line, or a part of it, does not have the form of a route line.',
        cure: 'Look at the character above the caret, and write what the hint says.',
      },
      {
        code: 'E_ROUTE_METHOD',
        says: 'Unknown method "GETS"',
        cause: 'The first column is no HTTP method.',
        cure: 'Write GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS or WS, several as GET|POST, or * for all.',
      },
      {
        code: 'E_ROUTE_ACTION',
        says: 'Expected "." and a method name',
        cause: 'The last column is no action.',
        cure: "Write controller.method, with fixed arguments in parentheses: pageController.show(page:'home').",
      },
      {
        code: 'E_ROUTE_UNENCODED',
        says: 'A URL must encode "é"',
        cause: 'The path has a character that a browser sends in its encoded form.',
        cure: "Write the encoded form from the hint, or set the option `unencodedLiterals: 'encode'`.",
      },
      {
        code: 'E_ROUTE_REGEX',
        says: 'The regular expression is empty',
        cause: 'The text between < and > is no regular expression.',
        cure: 'Correct the expression; it is written as in JavaScript, without slashes and anchors.',
      },
      {
        code: 'E_ROUTE_REGEX_UNSAFE',
        says: 'A back-reference is not allowed',
        cause: 'The expression needs backtracking, or too many states, so a long path could stop the server.',
        cure: 'Write it without back-references, look-behind and nested repetitions: [a-z]+(?:-[a-z]+)* and not ([a-z]+-?)+.',
      },
      {
        code: 'E_ROUTE_AMBIGUOUS',
        says: 'Nothing tells where "a" ends and "b" starts',
        cause: 'Two variables follow each other, so a path could be divided between them in several ways.',
        cure: 'Put text between the variables, or give the first a constraint that ends where the second begins.',
      },
      {
        code: 'E_ROUTE_DUP_PARAM',
        says: 'Argument "id" is given twice',
        cause: 'A line, together with its includes, uses a name twice.',
        cure: 'Give one of the two another name.',
      },
      {
        code: 'E_ROUTE_LIMIT',
        says: 'More than "1000" route files',
        cause: 'A file, a pattern, or the number of files or variables is larger than the router reads.',
        cure: 'Divide the file, or look for a folder that links to itself. docs/route-file.md lists the limits.',
      },
      {
        code: 'E_ROUTE_VARIABLE',
        says: 'The configuration has no value for "key"',
        cause: 'A line has ${key}, and neither the option `variables` nor the line gives it a value.',
        cure: 'Give it in `variables` (for the command: --variables key=value), or a default: ${key:default}.',
      },
      {
        code: 'E_ROUTE_INCLUDE',
        says: 'Files include each other: "a.conf → b.conf → a.conf"',
        cause: 'An include cannot be followed: a circle, a missing file or module, or a second host.',
        cure: 'Take one include of the circle out, or correct the file name; it is relative to the including file.',
      },
      {
        code: 'E_ROUTE_ENCODING',
        says: 'Not UTF-8: the byte at offset "12" is no character',
        cause: 'The route file was saved in another encoding.',
        cure: 'Save it as UTF-8. A byte order mark at the start is allowed.',
      },
      {
        code: 'E_ROUTE_FILE_READ',
        says: 'Cannot read "routes.conf"',
        cause: 'The file is missing, is no regular file, or may not be read.',
        cure: 'A relative name starts in the working directory: start the application there, set `cwd`, or give an absolute path.',
      },
      {
        code: 'E_ROUTE_FILE_DUP',
        says: '"routes.conf" is listed twice',
        cause: 'The same file is named twice, often by a name and by a glob.',
        cure: 'List it once. The second mention is left out until then.',
      },
      {
        code: 'E_ROUTE_EMPTY',
        says: 'The route files hold no route',
        cause: 'No line of any file is a route. An editor may have emptied the file for a moment.',
        cure: 'Write a route, such as GET /users userController.list. A file that is empty on purpose has a comment.',
      },
      {
        code: 'E_ROUTE_SHADOWED',
        says: 'This line can never run: "routes.conf:3" comes first',
        cause: 'File order is priority, and lines above accept every request of this line.',
        cure: 'Move the special line above the general one, or delete it.',
      },
      {
        code: 'E_ROUTE_NEVER_LINKED',
        says: 'No link can ever choose this line: "routes.conf:3" takes them all',
        cause:
          'Links take the first line of an action whose variables they fill, and a line above always fits.',
        cure: 'Put "+ alias" above the line if it only answers old URLs, or exchange the two lines.',
      },
      {
        code: 'E_ROUTE_OVERRIDDEN',
        says: 'The fixed argument "page" hides what a request has for "page"',
        cause: 'A fixed argument of the action has the name of a variable of the path.',
        cure: 'Give the argument or the variable another name.',
      },
      {
        code: 'E_ROUTE_MISTAKEN',
        says: '":id" is text here',
        cause: 'The path is written in the way of another router, and means something else here.',
        cure: 'Write {id} for :id and [id], and {<.+>rest} for *. Start a path with "/".',
      },
      {
        code: 'E_ROUTE_TARGET_NOT_FOUND',
        says: 'The redirection leads nowhere: no line answers GET "/users"',
        cause: 'A line leads to a file, folder, path or action that does not exist.',
        cure: 'Correct the target. A static path starts beside the route file, or in the working directory.',
      },
      {
        code: 'E_ROUTE_SIGNED',
        says: 'This line is signed, and there are no keys to sign with',
        cause: 'A line below "+ signed" cannot be signed: no keys, or a name that the signature needs.',
        cure: 'Set `signingKeys`, and give the variable another name.',
      },
      {
        code: 'E_ACTION_NOT_FOUND',
        says: 'There is no controller "userControler"',
        cause: 'The line names a controller or a public method that the application does not have.',
        cure: 'Correct the name, or give the controller in the option `controllers`. The hint names the nearest ones.',
      },
      {
        code: 'E_MIDDLEWARE_NOT_FOUND',
        says: 'There is no middleware "login"',
        cause: 'A "+" line names a middleware that the option `middleware` does not have.',
        cure: 'Correct the name, or give the middleware in the option `middleware`.',
      },
    ],
  },
  {
    title: 'Links',
    where:
      '`reverse`, a link in a template, or `mvc-router check` reports them. The error lists each line of the action, and why it could not be used.',
    messages: [
      {
        code: 'E_REVERSE_NO_ROUTE',
        says: 'No route has the action "userController.shwo"',
        cause: 'No line of the route files leads to this action.',
        cure: 'Correct the name (the message suggests the nearest), or write a line for the action.',
      },
      {
        code: 'E_REVERSE_BAD_ACTION',
        says: '"user/show" is no action: "expected a method name"',
        cause: 'The first argument of the link is no name of an action.',
        cure: 'Write it as in the route file: controller.method, as a text in quotes.',
      },
      {
        code: 'E_REVERSE_MISSING_ARG',
        says: 'the argument "id" is missing',
        cause: 'The path has a variable for which the link gives no value, or `undefined` or `null`.',
        cure: 'Give the value: {% route "userController.showUser", id=user.id %}. Look whether user.id is undefined.',
      },
      {
        code: 'E_REVERSE_CONSTRAINT',
        says: 'the argument "id" must match "[0-9]+", got "ann"',
        cause:
          'The value does not satisfy the constraint of the variable, so its URL would not lead back here.',
        cure: 'Give a value that satisfies it, or widen the constraint in the route file.',
      },
      {
        code: 'E_REVERSE_BAD_ARG',
        says: '"/a//b" has an empty segment, a segment of dots or a character that URLs encode',
        cause:
          'A value cannot be part of a URL: an object, an empty segment, a dot segment, or a text with a lone surrogate.',
        cure: 'Give a text, a finite number, a boolean, or a list of them for the query.',
      },
      {
        code: 'E_REVERSE_BAD_ARGS',
        says: 'the arguments cannot be read',
        cause: 'The arguments are no object with names.',
        cure: 'Write named arguments: { id: 42 } in JavaScript, id=42 in a template.',
      },
      {
        code: 'E_REVERSE_SIGNED',
        says: 'the line is signed: route.signed(…)',
        cause: 'A line below "+ signed" got an ordinary link, or an ordinary line a signed one.',
        cure: 'Use route.signed() for that line, or write "+ signed" above it.',
      },
      {
        code: 'E_HOST',
        says: 'No absolute URL for "userController.showUser"',
        cause: 'An absolute URL needs a host, and a host that the client sends is not trusted.',
        cure: 'Set `baseUrl`, or list the host in `allowedHosts`. Behind a proxy, see docs/behind-a-proxy.md.',
      },
      {
        code: 'E_LINK_METHOD',
        says: 'No route of "userController.deleteUser" answers GET',
        cause: 'A link or form sends a method that no line of its action answers.',
        cure: 'Use a form with that method in place of a link, or link to another action.',
      },
      {
        code: 'W_LINK_DEPRECATED',
        says: '"people.list" is a deprecated name of "userController.list"',
        cause: 'A link has the name of a line (+ name=) that is marked as deprecated.',
        cure: 'Link to the action, and delete the name once no link has it.',
      },
      {
        code: 'W_LINK_QUERY',
        says: '"bookController.list" reads no "pgae" of the query',
        cause:
          'A link gives an argument that has no place in the path, and that @Params of the action does not name.',
        cure: 'Correct the name, or add requestParam to the action.',
      },
    ],
  },
  {
    title: 'Templates',
    where:
      '`mvc-router check`, `adopt` and the editors report them; those that begin with E_TAG come from EJS tags.',
    messages: [
      {
        code: 'E_TEMPLATE_SYNTAX',
        says: 'Nunjucks cannot read this template: "expected block end"',
        cause: 'The template, or the link in it, cannot be parsed.',
        cure: 'Correct the place that is marked. The engine would refuse it too.',
      },
      {
        code: 'E_TEMPLATE_ENGINE',
        says: 'This template is not read: "nunjucks or liquid" could have written it',
        cause:
          'Neither the extension, nor the application, nor the tags of the file say which engine renders it.',
        cure: 'Name the engine, as in --engine .html=nunjucks, or leave the file out.',
      },
      {
        code: 'E_TEMPLATE_UNREAD',
        says: 'The file is not UTF-8',
        cause: 'A piece of code could not be read, so links in it were not checked.',
        cure: 'Save the file as UTF-8, and write the code so that it can be parsed alone.',
      },
      {
        code: 'E_ENGINE_MISSING',
        says: '"page.pug" can only be read with "pug"',
        cause: 'The templates are read by their own engine, and it is not installed, or too old.',
        cure: 'Install the engine where the command runs, or leave those files out.',
      },
      {
        code: 'E_URL_DEAD',
        says: '"/usr/42" leads nowhere: "no line answers it"',
        cause: 'A URL that is written out leads to no line of the route files.',
        cure: 'Put a link to the action in its place: mvc-router adopt. Name what others answer with --elsewhere.',
      },
      {
        code: 'E_URL_METHOD',
        says: '"/user/42" leads nowhere: "no line answers PUT"',
        cause: 'A URL that is written out exists, but not with the method of its form or call.',
        cure: 'Correct the method, or add it to the route line.',
      },
      {
        code: 'W_URL_WRITTEN_OUT',
        says: '"/user/42" is written out; its action is "userController.showUser"',
        cause: 'The URL works today, and will break when the route file changes.',
        cure: 'Run mvc-router adopt --write.',
      },
      {
        code: 'E_MIDDLEWARE_UNKNOWN',
        says: 'No middleware is called "login"',
        cause: 'A "+" line names a middleware that no program of the project registers.',
        cure: 'Correct the name, or register the middleware.',
      },
      {
        code: 'W_MIDDLEWARE_UNUSED',
        says: 'No line uses the middleware "login"',
        cause: 'A middleware is registered by a name that no route line uses.',
        cure: 'Use it in a "+" line, or delete it.',
      },
      {
        code: 'W_ACTION_UNUSED',
        says: 'No line has the action "userController.old"',
        cause: 'A controller has a public method that no route line names, and nothing else calls.',
        cure: 'Write a line for it, make it private, or delete it.',
      },
      {
        code: 'W_LINE_UNUSED',
        says: 'No link, redirection or test names the action "userController.old"',
        cause:
          'Nothing in the project leads to the line: no template, no program, no test, and no URL that is written out.',
        cure: 'Delete the line; if others ask for it, write a test that does, or "# mvc-router-ignore" behind it.',
      },
      {
        code: 'W_VIEW_UNUSED',
        says: 'No action and no other view renders this view',
        cause: 'The name of a view is in no program, in no other view and in no route file.',
        cure: 'Delete the file.',
      },
      {
        code: 'E_TAG_DIRECTIVE',
        says: 'Expected a prefix and a uri only',
        cause: 'The taglib directive of an EJS template is incomplete, or has something else in it.',
        cure: 'Write it as in the hint, at the top of the template.',
      },
      {
        code: 'E_TAG_UNDECLARED',
        says: 'The prefix of "<route:reverse>" is not declared',
        cause: 'The template uses a tag without the directive that declares its prefix.',
        cure: 'Add the taglib directive at the top, or set the option that declares it for all templates.',
      },
      {
        code: 'E_TAG_UNKNOWN',
        says: 'There is no tag "<route:revers>"',
        cause: 'The tag library has no tag of this name.',
        cure: 'Take the tag from the hint; packages/view-ejs lists them.',
      },
      {
        code: 'E_TAG_UNTERMINATED',
        says: '"<route:reverse>" does not end',
        cause: 'A tag has no end, often because a quote or "/>" is missing.',
        cure: 'Close the quote, and end the tag with "/>" or its closing tag.',
      },
      {
        code: 'E_TAG_SYNTAX',
        says: 'A tag cannot be in an attribute of "<route:link>"',
        cause: 'Tags are nested or closed where they cannot be.',
        cure: 'Close the inner tag first. In an attribute, use <%= route(…) %>.',
      },
      {
        code: 'E_TAG_ATTRIBUTE',
        says: '"data-id" cannot be the name of a route parameter',
        cause: 'An attribute of the tag has a name or value that it cannot have.',
        cure: 'Write html:name="…" for an attribute of the HTML element, and give each parameter a value.',
      },
      {
        code: 'E_TAG_DUPLICATE',
        says: 'The attribute "id" is given twice',
        cause: 'A tag has two attributes of the same name.',
        cure: 'Delete one of them.',
      },
      {
        code: 'E_TAG_ACTION',
        says: '"<route:reverse>" has no action',
        cause: 'The tag does not say where it leads.',
        cure: 'Add action="controller.method".',
      },
    ],
  },
  {
    title: 'Start and requests',
    where: '`load()` reports E_CONFIG; the others are answers to requests, or errors given to `next()`.',
    messages: [
      {
        code: 'E_CONFIG',
        says: 'two controllers are named "user"',
        cause: 'An option is unknown, misspelt, or has a value that it cannot have.',
        cure: 'Correct the option that begins the message.',
      },
      {
        code: 'E_NO_ROUTE',
        says: 'No route matches "GET" "/usr"',
        cause: 'No line of the route files answers the request: 404.',
        cure: 'Ask mvc-router match GET /usr, or open /__routes in development: both name the lines that nearly match.',
      },
      {
        code: 'E_BAD_REQUEST',
        says: 'The path holds a malformed escape',
        cause: 'The request itself is malformed: its path, host or method override. The answer is 400.',
        cure: 'Correct the client. If it is the host that is refused, list it in `allowedHosts`.',
      },
      {
        code: 'E_BAD_PARAMETER',
        says: 'The parameter "page" is missing',
        cause: 'The request has no value, or a wrong one, for a parameter of the action. The answer is 400.',
        cure: 'Send the value, or make the parameter optional or give it a default in the controller.',
      },
      {
        code: 'E_SIGNATURE_MISSING',
        says: 'This link is not valid',
        cause: 'A line below "+ signed" was requested without a signature. The answer is 403.',
        cure: 'Write the link with route.signed().',
      },
      {
        code: 'E_SIGNATURE_INVALID',
        says: 'This link is not valid',
        cause:
          'The URL was changed after signing, or its key is not in `signingKeys` any more. The answer is 403.',
        cure: 'Send a new link. After changing keys, keep the old key behind the new one.',
      },
      {
        code: 'E_SIGNATURE_EXPIRED',
        says: 'This link has expired',
        cause: 'The time of the link is over. The answer is 403.',
        cure: 'Send a new link, with a longer time if that was too short.',
      },
    ],
  },
  {
    title: 'REST',
    where: 'They are thrown in a service or repository and become the answer of an endpoint.',
    messages: [
      {
        code: 'E_ILLEGAL_ARGUMENT',
        says: 'The body: expected an array of records',
        cause: 'A parameter, an id or a filter of the request cannot be meant: 400.',
        cure: 'Correct the request. The problem details name the parameter.',
      },
      {
        code: 'E_VALIDATION',
        says: 'The body: expected one "Book", as an object',
        cause: 'A value of the body breaks a rule of the entity: 400.',
        cure: 'Correct the values that `errors` lists, each with its JSON pointer.',
      },
      {
        code: 'E_BODY',
        says: 'The body is not well-formed JSON',
        cause: 'The body cannot be parsed, is too deep, or has another shape: 400.',
        cure: 'Send well-formed JSON or XML in UTF-8.',
      },
      {
        code: 'E_UNAUTHORIZED',
        says: 'Say who you are',
        cause: 'Nobody, or nobody known, sends the request: 401.',
        cure: 'Send the credentials that the header WWW-Authenticate names.',
      },
      {
        code: 'E_FORBIDDEN',
        says: 'This origin is not allowed',
        cause: 'The client may not do this, or CORS does not allow its origin or header: 403.',
        cure: 'Log in as another user, or allow the origin in the CORS options.',
      },
      {
        code: 'E_NOT_FOUND',
        says: 'There is nothing at this path',
        cause: 'The application threw NotFoundException: 404.',
        cure: 'Look at the id, and at the scope that limits the rows of a client.',
      },
      {
        code: 'E_ENTITY_NOT_FOUND',
        says: 'There is no such "Book"',
        cause: 'The row does not exist, or the scope of the client does not include it: 404.',
        cure: 'Look at the id, and at the scope.',
      },
      {
        code: 'E_OBJECT_NOT_FOUND',
        says: '"…"',
        cause: 'A store other than a database does not have the object: 404.',
        cure: 'Look at its name.',
      },
      {
        code: 'E_METHOD_NOT_ALLOWED',
        says: 'This path has other methods',
        cause: 'The resource does not offer the method: 405.',
        cure: 'Use a method from the header Allow, or add the endpoint to the controller.',
      },
      {
        code: 'E_NOT_ACCEPTABLE',
        says: 'The answer can be JSON or XML',
        cause: 'The resource cannot be written in any type of the header Accept: 406.',
        cure: 'Accept application/json, or another type of the endpoint.',
      },
      {
        code: 'E_ENTITY_EXISTS',
        says: 'The same key or unique value exists already',
        cause: 'Another row has the same key or unique value: 409.',
        cure: 'Choose another value. `errors` names the field if the client may know it.',
      },
      {
        code: 'E_DATA_INTEGRITY',
        says: 'A row that this refers to, or that refers to this, is in the way',
        cause: 'A foreign key refuses the change: 409.',
        cure: 'Create the other row first, or delete those that refer to this one.',
      },
      {
        code: 'E_OPTIMISTIC_LOCK',
        says: 'The "Book" was changed in the meantime',
        cause: 'Another client changed the row since it was read: 409, or 412 with If-Match.',
        cure: 'Read the row again, apply the change to it, and send it.',
      },
      {
        code: 'E_PRECONDITION_FAILED',
        says: 'The resource is not in the state that the request expects',
        cause: 'If-Match names another state than the current one: 412.',
        cure: 'Read the row again and send its new ETag.',
      },
      {
        code: 'E_PRECONDITION_REQUIRED',
        says: 'A write needs If-Match, with the ETag of the last GET',
        cause: 'The controller accepts writes only with If-Match: 428.',
        cure: 'Send the ETag of the last answer as If-Match.',
      },
      {
        code: 'E_BODY_TOO_LARGE',
        says: 'The body is larger than "1048576" bytes',
        cause: 'The body is over the limit, before or after decompression: 413.',
        cure: 'Send less, or raise the limit of the body in the options.',
      },
      {
        code: 'E_MEDIA_TYPE',
        says: 'The body: expected JSON or XML',
        cause: 'The type, charset or encoding of the body is not read here: 415.',
        cure: 'Send Content-Type: application/json.',
      },
      {
        code: 'E_TOO_MANY_REQUESTS',
        says: 'Too many log records',
        cause: 'The application limits how often a client may write to its log: 429.',
        cure: 'Wait, and send fewer entries.',
      },
      {
        code: 'E_NOT_IMPLEMENTED',
        says: 'MongoDB has no serializable transactions',
        cause: 'The repository or service does not offer the operation: 501.',
        cure: 'Implement the method, or leave the endpoint out.',
      },
      {
        code: 'E_SERVICE_UNAVAILABLE',
        says: 'The database cannot be reached at the moment',
        cause: 'The database cannot be reached, or a time limit ran out: 503.',
        cure: 'Try again after Retry-After. The log has the cause.',
      },
      {
        code: 'E_CYCLE',
        says: 'A value cannot be written: it is deeper than 200 levels',
        cause: 'Objects refer to each other in a circle, so their JSON would never end.',
        cure: 'Use a view that leaves out the way back.',
      },
    ],
  },
  {
    title: 'The command',
    where: '`mvc-router` itself; with `--json` the code is in `error.code`.',
    messages: [
      {
        code: 'E_USAGE',
        says: 'There is no command "chek"',
        cause: 'A command, option or file name cannot be meant.',
        cure: 'Read the hint, or mvc-router COMMAND --help.',
      },
      {
        code: 'E_STARTER',
        says: 'The folder "shop" is not empty: choose another name, or empty it first',
        cause: '`npm create mvc-router` cannot write an application with these options; nothing was written.',
        cure: 'Correct the option, or choose another name.',
      },
      {
        code: 'E_INTERNAL',
        says: 'mvc-router failed: "…"',
        cause: 'The command has a mistake of its own.',
        cure: 'Report it, with the files that show it.',
      },
    ],
  },
]

/** The messages by their codes. */
export const errorMessages: ReadonlyMap<string, ErrorMessage> = new Map(
  errorMessageGroups.flatMap(({ messages }) => messages.map((message) => [message.code, message])),
)
