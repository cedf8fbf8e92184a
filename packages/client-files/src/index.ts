/** Files of MCP clients: client, system → place; text, entry → new text. */
export { entryIn, withEntry, withoutEntry } from './edit.js';
export { EditError } from './edit-error.js';
export { type ClientPlace, type ClientSystem, clientPlaces } from './places.js';
