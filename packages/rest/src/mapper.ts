export { ModelMapper, modelMapper, type Mappable, type PropertyMap } from './lib/mapping/model-mapper.js'
