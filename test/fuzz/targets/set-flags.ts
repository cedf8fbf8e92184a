/** Values of `--set` and its kin. */
import { decodeBytes, HelmError, helm3, helm4, mergeUserValues } from '@mcpgw/helm';
import { textOf } from '../go-values.js';
import { outcome, type Target } from '../target.js';

const kinds = ['jsonValues', 'values', 'stringValues', 'fileValues', 'literalValues'] as const;

export const target: Target = {
  seeds: [
    'a=1,b.c=x,d={1,2,{3}},e[0].f=null,g[2]=true',
    'a\\.b=c\\,d,e="f",g=\\{x\\},nodeSelector.kubernetes\\.io/os=linux',
    'a={"x": [1, 2, {"y": null}]},b=[1,"two"],c=3.5,d="text"',
    'list[0][1][2]=x,list[0]={a,b}',
    '{"a": {"b": 1}, "list": [1]}',
    'a=,b=0123,c=0x1F,d=1e3,e=9223372036854775808,f=-1',
    'name.with\\=equals=1,__proto__.x=1,constructor.prototype.y=2',
  ],
  tokens: [
    ',',
    '=',
    '.',
    '[0]',
    '[65535]',
    '[65537]',
    '[-1]',
    '{',
    '}',
    '\\',
    '\\,',
    '\\.',
    '\\[',
    'null',
    'true',
    'a.',
    '[',
    ']',
    '{a,b}',
    '"',
    '0',
    '[]',
    '={}',
    '=[]',
  ],
  run(input) {
    const text = decodeBytes(input);
    for (const dialect of [helm4, helm3]) {
      for (const kind of kinds) {
        const read = outcome([HelmError], () => mergeUserValues({ [kind]: [text] }, () => input, dialect));
        if ('value' in read) textOf(read.value);
      }
      outcome([HelmError], () => mergeUserValues({ valueFiles: ['f.yaml'], values: [text] }, () => input, dialect));
    }
  },
};
