/** In words, what a line must have to win: "numbers: 5 · stars: 1", "the last 3 digits". */
import type { GamePart } from '../definition/game-definition.ts';
import type { RulesWords } from './rules-words.ts';
import { writeInteger, writeList } from './written-number.ts';

type Win = GamePart['wins'][number];

function matrixCondition(words: RulesWords, part: Extract<GamePart, { family: 'matrix' }>, win: Win): string {
  if (!('round' in win)) return words.anyLine();
  const counts = (hits: readonly number[]): string =>
    writeList(
      hits.map((hit) => writeInteger(words, hit)),
      words.or,
    );
  const named = (id: string, name: string): string[] => {
    const hits = win.hits[id];
    return hits === undefined ? [] : [words.hits(counts(hits), name)];
  };
  const conditions = [
    ...part.panels.flatMap(({ id, name }) => named(id, name?.[words.language] ?? words.numbers)),
    ...part.bonuses.flatMap(({ id, name }) => named(id, name?.[words.language] ?? words.bonusNumbers)),
  ].join(' · ');
  const digits = part.drawnDigits.flatMap(({ id, name }) => {
    const drawn = win.digits[id];
    return drawn === undefined ? [] : [words.withDigit(name?.[words.language] ?? words.digit, drawn)];
  });
  const round = part.rounds > 1 ? [words.inRound(writeInteger(words, win.round))] : [];
  const all = [conditions, ...digits, ...round].filter((text) => text !== '');
  return all.length === 0 ? words.anyLine() : all.join(', ');
}

function digitsCondition(words: RulesWords, part: Extract<GamePart, { family: 'digits' }>, win: Win): string {
  if (!('bet' in win)) return words.anyLine();
  const { match } = win;
  const whole = (value: number): string => writeInteger(words, value);
  const digits =
    match.kind === 'exact'
      ? words.exact()
      : match.kind === 'any-order'
        ? words.anyOrder(match.orders === undefined ? undefined : whole(match.orders))
        : match.kind === 'first'
          ? words.firstDigits(whole(match.digits))
          : words.lastDigits(whole(match.digits));
  const bet = part.bets.length > 1 ? `${part.bets.find(({ id }) => id === win.bet)?.name[words.language] ?? win.bet}: ` : '';
  return `${bet}${digits}${match.series ? `, ${words.sameSeries()}` : ''}`;
}

function numberCondition(words: RulesWords, part: Extract<GamePart, { family: 'preassigned' }>, win: Win): string {
  if (!('extraction' in win)) return words.anyLine();
  const { match } = win;
  const extraction = part.extractions.find(({ id }) => id === win.extraction)?.name?.[words.language] ?? win.extraction;
  switch (match.kind) {
    case 'number':
      return words.drawnNumber(extraction);
    case 'neighbour':
      return words.neighbour(extraction);
    case 'block':
      return words.block(extraction, writeInteger(words, 10 ** match.freeDigits));
    case 'ending':
      return words.ending(extraction, writeInteger(words, match.digits));
    case 'fraction':
      return words.fraction(extraction);
  }
}

export function winCondition(words: RulesWords, part: GamePart, win: Win): string {
  switch (part.family) {
    case 'matrix':
      return matrixCondition(words, part, win);
    case 'keno':
      return 'marks' in win ? words.kenoHits(writeInteger(words, win.hits), writeInteger(words, win.marks)) : words.anyLine();
    case 'digits':
      return digitsCondition(words, part, win);
    case 'preassigned':
      return numberCondition(words, part, win);
    case 'raffle':
      return 'codes' in win ? words.drawnCodes(writeInteger(words, win.codes)) : words.anyLine();
  }
}
