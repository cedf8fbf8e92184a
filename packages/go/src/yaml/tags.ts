/** Names, tags and version numbers as text. Behaviour: go.yaml.in/yaml/v2 v2.4.3 scannerc.go. */
import { decodeBytes } from '../values/bytes.js';
import { ALPHA, classOf, HEX, URI } from './chars.js';
import { ScalarScanner } from './scalars.js';

export class TagScanner extends ScalarScanner {
  protected readWhile(bit: number): string {
    const start = this.pos;
    while ((classOf(this.codes[this.pos]!) & bit) !== 0) this.pos++;
    this.need(1);
    return this.text.slice(start, this.pos);
  }

  protected scanTagHandle(directive: boolean): string {
    if (this.codes[this.pos]! !== 33) this.fail("did not find expected '!'");
    this.pos++;
    const handle = `!${this.readWhile(ALPHA)}`;
    if (this.codes[this.pos]! === 33) {
      this.pos++;
      return `${handle}!`;
    }
    if (directive && handle !== '!') this.fail("did not find expected '!'");
    return handle;
  }

  protected scanTagUri(head: string): string {
    let uri = head.slice(1);
    let found = head !== '';
    for (let c = this.codes[this.pos]!; (classOf(c) & URI) !== 0; c = this.codes[this.pos]!) {
      if (c === 37) uri += this.scanUriEscapes();
      else {
        uri += String.fromCharCode(c);
        this.pos++;
      }
      found = true;
    }
    this.need(1);
    if (!found) this.fail('did not find expected tag URI');
    return uri;
  }

  /** One character, written as percent-encoded octets. */
  private scanUriEscapes(): string {
    const octets: number[] = [];
    let width = 1;
    while (octets.length < width) {
      const digits = this.text.slice(this.pos + 1, this.pos + 3);
      const isHex = (classOf(digits.charCodeAt(0)) & classOf(digits.charCodeAt(1)) & HEX) !== 0;
      if (this.codes[this.pos]! !== 37 || !isHex) this.fail('did not find URI escaped octet');
      const octet = Number.parseInt(digits, 16);
      if (octets.length === 0) {
        width = (octet & 0x80) === 0 ? 1 : (octet & 0xe0) === 0xc0 ? 2 : (octet & 0xf0) === 0xe0 ? 3 : (octet & 0xf8) === 0xf0 ? 4 : 0;
        if (width === 0) this.fail('found an incorrect leading UTF-8 octet');
      } else if ((octet & 0xc0) !== 0x80) this.fail('found an incorrect trailing UTF-8 octet');
      octets.push(octet);
      this.pos += 3;
    }
    return decodeBytes(Uint8Array.from(octets));
  }

  protected scanVersionNumber(): number {
    const start = this.pos;
    let c = this.codes[this.pos]!;
    while (c >= 48 && c <= 57) {
      if (this.pos - start === 2) this.fail('found extremely long version number');
      c = this.codes[++this.pos]!;
    }
    if (this.pos === start) this.fail('did not find expected version number');
    return Number(this.text.slice(start, this.pos));
  }
}
