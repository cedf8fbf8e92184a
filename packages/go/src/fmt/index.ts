/** Go's fmt: Sprintf, Sprint, Sprintln (Go 1.26). */
export { sprint, sprintf, sprintln, sprintPointee } from './print.js';
