/** A file that is not edited, with the reason. The text stays as it is. */
export class EditError extends Error {
  override name = 'EditError';
}
