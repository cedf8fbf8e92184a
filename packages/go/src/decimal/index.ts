/** github.com/shopspring/decimal v1.4.0: decimal arithmetic. */
export { add, type Decimal, div, mul, newFromFloat, sub, toFloat } from './decimal.js';
