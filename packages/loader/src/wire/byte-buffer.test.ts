import fc from 'fast-check';
import { ByteBuffer } from './byte-buffer.js';

test.each([1, 2, 7, 100, 4096, 16_384, 16_385, 65_536])('pieces of %i bytes are held in at most twice their size', size => {
  const buffer = new ByteBuffer();
  let most = 0;
  const total = Math.max(200_000, size * 8);
  for (let at = 0; at < total; at += size) {
    buffer.add(Buffer.alloc(size, 'x'));
    most = Math.max(most, buffer.held.bytes - 2 * buffer.length);
  }
  expect(most).toBeLessThanOrEqual(256);
  expect(buffer.held.blocks).toBeLessThanOrEqual(20 + total / 16_384);
});

test('small pieces between large ones take no more', () => {
  const buffer = new ByteBuffer();
  for (let i = 0; i < 50; i++) {
    buffer.add(Buffer.alloc(20_000));
    buffer.add(Buffer.alloc(1));
  }
  expect(buffer.held.bytes).toBeLessThanOrEqual(2 * buffer.length);
});

test('gives the bytes that came, whatever their pieces are, and is empty then', () => {
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.integer({ min: 16_000, max: 40_000 }).map(size => new Uint8Array(size).fill(size)),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), pieces => {
      const buffer = new ByteBuffer();
      for (const part of pieces) buffer.add(part);
      const whole = Buffer.concat(pieces);
      expect(buffer.length).toBe(whole.length);
      expect(buffer.take().equals(whole)).toBe(true);
      expect([buffer.length, buffer.held]).toEqual([0, { bytes: 0, blocks: 0 }]);
    }),
    { numRuns: 100 },
  );
});

test('a piece that its sender uses again is not changed by that', () => {
  const buffer = new ByteBuffer();
  const piece = Buffer.from('ab');
  buffer.add(piece);
  piece.fill('x');
  expect(buffer.take().toString()).toBe('ab');
});
