/**
 * The sentence on the ticket that says how it wins, in the four languages of the rules, made from the same play rule that faces are made
 * and read by: text and evaluator cannot disagree (incident R24). Nothing on a losing ticket reads like a promise.
 *
 * Example, key number in English: “Match any of your 10 numbers to any of the 3 winning numbers and win the amount under each match.”
 */
import type { Language } from '../../definition/game-fields.ts';
import type { PlayRule, PlayRuleOf } from '../definition/play-rules.ts';

type Sentences = { readonly [S in PlayRule['style']]: (play: PlayRuleOf<S>) => string };

const en: Sentences = {
  'match-three': ({ cells }) => `Uncover all ${cells} amounts. Find the same amount three times and win that amount.`,
  'key-number': (play) =>
    `Match any of your ${play.yourNumbers} numbers to any of the ${play.winningNumbers} winning numbers and win the amount under each match.`,
  multiplier: (play) =>
    `Match any of your ${play.yourNumbers} numbers to any of the ${play.winningNumbers} winning numbers: you win the sum of the amounts under your matches times the multiplier. Without a match the ticket wins nothing, whatever the multiplier.`,
  'tic-tac-toe': (play) =>
    `Uncover the ${play.called} called numbers. A full row, column or diagonal of called numbers on one of the ${play.boards} boards wins the amount of that board.`,
  collect: ({ cells, ladder }) =>
    `Uncover all ${cells} fields. The number of special symbols decides the prize, from ${ladder[0]?.count ?? 0} on, by the table.`,
  crossword: ({ letters, ladder }) =>
    `Uncover your ${letters} letters. The number of complete words in the grid decides the prize, from ${ladder[0]?.count ?? 0} on, by the table.`,
};

const ca: Sentences = {
  'match-three': ({ cells }) => `Rasqueu els ${cells} imports. Si un mateix import surt tres vegades, guanyeu aquest import.`,
  'key-number': (play) =>
    `Si algun dels vostres ${play.yourNumbers} números és un dels ${play.winningNumbers} números guanyadors, guanyeu l'import que hi ha sota cada coincidència.`,
  multiplier: (play) =>
    `Si algun dels vostres ${play.yourNumbers} números és un dels ${play.winningNumbers} números guanyadors, guanyeu la suma dels imports de les coincidències, multiplicada pel multiplicador. Sense cap coincidència la butlleta no guanya res, sigui quin sigui el multiplicador.`,
  'tic-tac-toe': (play) =>
    `Rasqueu els ${play.called} números cantats. Una fila, columna o diagonal completa de números cantats en un dels ${play.boards} taulers guanya l'import d'aquell tauler.`,
  collect: ({ cells, ladder }) =>
    `Rasqueu les ${cells} caselles. El nombre de símbols especials decideix el premi, a partir de ${ladder[0]?.count ?? 0}, segons la taula.`,
  crossword: ({ letters, ladder }) =>
    `Rasqueu les vostres ${letters} lletres. El nombre de paraules completes de la graella decideix el premi, a partir de ${ladder[0]?.count ?? 0}, segons la taula.`,
};

const es: Sentences = {
  'match-three': ({ cells }) => `Rasque los ${cells} importes. Si un mismo importe sale tres veces, gana ese importe.`,
  'key-number': (play) =>
    `Si alguno de sus ${play.yourNumbers} números es uno de los ${play.winningNumbers} números ganadores, gana el importe que hay bajo cada coincidencia.`,
  multiplier: (play) =>
    `Si alguno de sus ${play.yourNumbers} números es uno de los ${play.winningNumbers} números ganadores, gana la suma de los importes de las coincidencias, multiplicada por el multiplicador. Sin ninguna coincidencia el boleto no gana nada, sea cual sea el multiplicador.`,
  'tic-tac-toe': (play) =>
    `Rasque los ${play.called} números cantados. Una fila, columna o diagonal completa de números cantados en uno de los ${play.boards} tableros gana el importe de ese tablero.`,
  collect: ({ cells, ladder }) =>
    `Rasque las ${cells} casillas. El número de símbolos especiales decide el premio, a partir de ${ladder[0]?.count ?? 0}, según la tabla.`,
  crossword: ({ letters, ladder }) =>
    `Rasque sus ${letters} letras. El número de palabras completas de la cuadrícula decide el premio, a partir de ${ladder[0]?.count ?? 0}, según la tabla.`,
};

const fr: Sentences = {
  'match-three': ({ cells }) => `Grattez les ${cells} montants. Si le même montant apparaît trois fois, vous gagnez ce montant.`,
  'key-number': (play) =>
    `Si l'un de vos ${play.yourNumbers} numéros est l'un des ${play.winningNumbers} numéros gagnants, vous gagnez le montant inscrit sous chaque numéro identique.`,
  multiplier: (play) =>
    `Si l'un de vos ${play.yourNumbers} numéros est l'un des ${play.winningNumbers} numéros gagnants, vous gagnez la somme des montants inscrits sous vos numéros identiques, multipliée par le multiplicateur. Sans numéro identique, le ticket ne gagne rien, quel que soit le multiplicateur.`,
  'tic-tac-toe': (play) =>
    `Grattez les ${play.called} numéros appelés. Une ligne, une colonne ou une diagonale complète de numéros appelés sur l'une des ${play.boards} grilles gagne le montant de cette grille.`,
  collect: ({ cells, ladder }) =>
    `Grattez les ${cells} cases. Le nombre de symboles spéciaux décide du gain, à partir de ${ladder[0]?.count ?? 0}, selon le tableau.`,
  crossword: ({ letters, ladder }) =>
    `Grattez vos ${letters} lettres. Le nombre de mots complets dans la grille décide du gain, à partir de ${ladder[0]?.count ?? 0}, selon le tableau.`,
};

const sentences: Readonly<Record<Language, Sentences>> = { ca, es, fr, en };

export function winningSentence(play: PlayRule, language: Language): string {
  // Each style's own sentence takes that style's rule: the pair comes from one value.
  const sentence = sentences[language][play.style] as (rule: PlayRule) => string;
  return sentence(play);
}
