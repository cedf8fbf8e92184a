import { checkCel } from './syntax.js';

test.each(['r"""a"b\nc"""', "R'''a'b'''", 'r"\\d"', 'b"x"', 'jwt.sub == "a" && has(request.path)'])('takes %s', text => {
  expect(checkCel(text)).toBeUndefined();
});

test.each(['r"""open', 'a ==', '(a', 'a b'])('refuses %s', text => {
  expect(checkCel(text)).toBeDefined();
});
