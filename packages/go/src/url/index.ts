/** Go's net/url. */
export { emptyUrl, formatUrl, formatUserinfo, hostname, parseUrl, type Url } from './url.js';
