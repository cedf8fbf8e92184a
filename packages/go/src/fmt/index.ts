/** Go's fmt: Sprintf, Sprint, Sprintln (Go 1.26). */
export { sprint, sprintln, sprintPointee } from './print.js';
export { sprintf } from './printf.js';
