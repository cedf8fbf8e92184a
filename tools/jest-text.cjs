/** jest transform: a template file is its text, as in the bundle. */
module.exports = { process: source => ({ code: `module.exports = { __esModule: true, default: ${JSON.stringify(source)} };` }) };
