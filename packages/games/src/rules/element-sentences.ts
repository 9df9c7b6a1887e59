/** What the player holds and what it costs, sentence by sentence. */
import type { GameDefinition } from '../definition/game-definition.ts';
import { assignedByIssuer } from '../ticket/assigned-by-issuer.ts';
import type { RulesWords } from './rules-words.ts';
import { writeAmount, writeInteger, writeList } from './written-number.ts';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function playSentences(words: RulesWords, game: GameDefinition): string[] {
  const whole = (value: number): string => writeInteger(words, value);
  switch (game.family) {
    case 'matrix':
      return [
        ...game.panels.flatMap((panel) => {
          const name = capital(panel.name?.[words.language] ?? words.numbers);
          const sentence = words.panel(whole(panel.choose), name, whole(panel.first), whole(panel.first + panel.from - 1));
          return panel.maxPicks > panel.choose ? [sentence, words.systems(name, whole(panel.maxPicks))] : [sentence];
        }),
        ...game.bonuses.map(({ count, name }) => words.bonus(whole(count), capital(name?.[words.language] ?? words.bonusNumbers))),
        ...game.drawnDigits.map(({ size, name }) => words.printedDigit(name?.[words.language] ?? words.digit, whole(size - 1))),
        ...(game.rounds > 1 ? [words.rounds(whole(game.rounds))] : []),
      ];
    case 'keno': {
      const marks = game.minMarks === game.maxMarks ? whole(game.minMarks) : `${whole(game.minMarks)}–${whole(game.maxMarks)}`;
      return [words.keno(marks, whole(game.spots), whole(game.drawn))];
    }
    case 'digits':
      return [
        words.digits(whole(game.positions), game.repeats === 'allowed', assignedByIssuer(game)),
        ...(game.seriesCount > 0 ? [words.series(whole(game.seriesCount))] : []),
        words.bets(
          writeList(
            game.bets.map(({ name }) => name[words.language]),
            words.and,
          ),
        ),
      ];
    case 'preassigned': {
      const number = (value: number): string => String(value).padStart(game.digits, '0');
      return [words.stock(number(0), number(game.numbers - 1), whole(game.seriesCount), whole(game.fractionCount))];
    }
    case 'raffle':
      return [words.codes()];
  }
}

export function elementSentences(words: RulesWords, game: GameDefinition): string[] {
  const amount = (cents: GameDefinition['unitPriceCents']): string => writeAmount(words, cents, game.currency);
  return [
    ...playSentences(words, game),
    words.price(amount(game.unitPriceCents)),
    ...(game.units.length > 1
      ? [
          words.units(
            writeList(
              game.units.map((unit) => writeInteger(words, unit)),
              words.or,
            ),
          ),
        ]
      : []),
    ...(game.limits.maxDraws > 1 ? [words.consecutive(writeInteger(words, game.limits.maxDraws))] : []),
    words.mostStake(amount(game.limits.maxStakeCents)),
    ...game.addOns.map(({ name, unitPriceCents, required, per }) =>
      words.addOn(name[words.language], amount(unitPriceCents), required, per === 'line'),
    ),
  ];
}
