/**
 * Odds as lotteries print them: tickets for one prize, rounded half up to hundredths, without trailing zeros.
 * Example: 18,033,650 tickets and 631,319 prizes are 1 in 28.57; 100 stays 100, and 4.10 is 4.1.
 */
import { type Rational, toDecimal } from '@valira/money';

export const publishedOdds = (oneIn: Rational): string => toDecimal(oneIn, 2).replace(/\.?0+$/, '');
