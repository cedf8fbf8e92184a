/** github.com/huandu/xstrings v1.5.0: cases of words. */
export { toKebabCase, toPascalCase, toSnakeCase } from './xstrings.js';
