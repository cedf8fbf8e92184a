export { formatFloat } from '../../../gotemplate/src/fmt/float.js';
export { quote } from '../../../gotemplate/src/fmt/quote.js';
