/** The texts of large answers, the same in the server that sends them and in the client that checks them. */

const unit = Array.from({ length: 4096 }, (_, index) => `${String(index).padStart(15, '0')} `).join('');

/** A text of `size` characters that begins and ends with `nonce`; what lies between depends on the place, so that no part can be lost or doubled unseen. */
export function textOf(nonce, size = 0) {
  const middle = Math.max(0, size - 2 * (nonce.length + 1));
  return `${nonce} ${unit.repeat(Math.ceil(middle / unit.length)).slice(0, middle)} ${nonce}`;
}
