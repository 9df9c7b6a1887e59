import type { RulesWords } from './rules-words.ts';

const bases = { stakes: 'de las apuestas', fund: 'del fondo de premios', rest: 'de lo que los premios fijos dejan del fondo' } as const;

export const wordsEs: RulesWords = {
  language: 'es',
  decimal: ',',
  thousands: '.',
  headings: {
    modality: 'Modalidad',
    elements: 'Elementos del juego',
    draws: 'Sorteos',
    winning: 'Categorías premiadas',
    prizes: 'Premios y parte pagada',
    claims: 'Cobro de los premios',
  },
  columns: { tier: 'Categoría', condition: 'Se gana con', odds: 'Probabilidad', prize: 'Premio' },
  weekdays: ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'],
  numbers: 'números',
  bonusNumbers: 'números complementarios',
  digit: 'cifra impresa',
  and: 'y',
  or: 'o',
  modality: (assigned) =>
    `Lotería por sorteo, con números ${assigned ? 'asignados previamente por el operador' : 'a elección del jugador'}.`,
  panel: (count, name, first, last) => `${name}: el jugador elige ${count}, del ${first} al ${last}.`,
  systems: (name, most) => `${name}: se pueden marcar hasta ${most}; entonces se juegan y se pagan todas las combinaciones.`,
  bonus: (count, name) => `${name}: ${count}, del resto del mismo bombo.`,
  printedDigit: (name, last) => `Cada boleto lleva impreso un número (${name}) del 0 al ${last}, y se extrae uno.`,
  rounds: (count) => `Cada columna participa en ${count} sorteos distintos con un solo boleto.`,
  keno: (marks, spots, drawn) => `El jugador marca ${marks} de ${spots} números; se extraen ${drawn}.`,
  digits: (positions, repeats, assigned) =>
    `${assigned ? 'Cada boleto lleva' : 'El jugador elige'} un número de ${positions} cifras; una cifra ${repeats ? 'puede' : 'no puede'} salir más de una vez.`,
  series: (count) => `Los números se emiten en series de la 1 a la ${count}; se extrae una.`,
  bets: (list) => `Apuestas posibles: ${list}.`,
  stock: (first, last, series, fractions) =>
    `Los billetes llevan los números del ${first} al ${last}, en ${series} series de ${fractions} fracciones cada una.`,
  codes: () => 'Cada boleto lleva un código que no tiene ningún otro del sorteo; los ganadores se extraen entre los códigos vendidos.',
  price: (amount) => `Precio de una unidad para un sorteo: ${amount}.`,
  units: (list) => `Una columna se puede jugar ${list} veces.`,
  consecutive: (draws) => `Un boleto puede participar hasta en ${draws} sorteos consecutivos.`,
  mostStake: (amount) => `Un boleto cuesta como máximo ${amount}.`,
  addOn: (name, amount, required, perLine) =>
    `${name} ${required ? 'forma parte de cada boleto' : 'se puede añadir'} por ${amount} por ${perLine ? 'columna' : 'boleto'}; sus premios constan aparte.`,
  weekly: (days, time, zone) => `Hay sorteo cada ${days} a las ${time} (${zone}).`,
  onDay: (day, time, zone) => `Hay sorteo el día ${day.split('-').reverse().join('/')} a las ${time} (${zone}).`,
  closes: (minutes) => `La venta se cierra ${minutes} minutos antes del sorteo.`,
  cancels: (minutes) =>
    `Un boleto se puede anular dentro de los ${minutes} minutos siguientes a la venta y antes del cierre; nunca después.`,
  hits: (count, name) => `${name}: ${count}`,
  withDigit: (name, drawn) => `${drawn ? 'con' : 'sin'} ${name}`,
  inRound: (round) => `en el sorteo ${round}`,
  anyLine: () => 'cualquier columna',
  kenoHits: (hits, marks) => `${hits} aciertos de ${marks} marcados`,
  exact: () => 'todas las cifras en orden',
  anyOrder: (orders) =>
    orders === undefined
      ? 'todas las cifras en cualquier orden'
      : `todas las cifras en cualquier orden, para apuestas de ${orders} órdenes distintos`,
  firstDigits: (count) => (count === '1' ? 'la primera cifra' : `las primeras ${count} cifras`),
  lastDigits: (count) => (count === '1' ? 'la última cifra' : `las últimas ${count} cifras`),
  sameSeries: () => 'con la serie extraída',
  drawnNumber: (extraction) => `el número extraído (${extraction})`,
  neighbour: (extraction) => `el número anterior o posterior al extraído (${extraction})`,
  block: (extraction, size) => `el mismo grupo de ${size} números (${extraction})`,
  ending: (extraction, count) => `${count === '1' ? 'la última cifra' : `las últimas ${count} cifras`} (${extraction})`,
  fraction: (extraction) => `la fracción y la serie extraídas del número (${extraction})`,
  drawnCodes: (count) => `uno de los ${count} códigos extraídos`,
  oneIn: (odds) => `1 entre ${odds}`,
  bySales: () => 'depende de los códigos vendidos',
  perWin: (amount) => `${amount} por unidad premiada`,
  shareOf: (percent, of) => `${percent} ${bases[of]}, a repartir`,
  remainder: () => 'lo que las demás categorías dejan del fondo, a repartir',
  carriedOnly: () => 'importes acumulados de sorteos anteriores, a repartir',
  fund: (percent, retained) => `El fondo de premios es el ${percent} de las apuestas; el operador retiene el ${retained}.`,
  returned: (percent, bet) =>
    `A la larga se paga en premios de estas categorías el ${percent} de las apuestas${bet === undefined ? '' : ` (${bet})`}.`,
  aside: (percent, of, account) => `Un ${percent} ${bases[of]} va a la cuenta «${account}».`,
  pour: (account, tier, every) => `Cada ${every} sorteos la cuenta «${account}» se añade a la categoría ${tier}.`,
  empty: (tier, to) => `Sin acertantes de la categoría ${tier}, su importe ${to}.`,
  toTier: (tier) => `se añade a la categoría ${tier} del sorteo siguiente`,
  toLower: () => 'se añade a la categoría inferior más próxima con acertantes',
  toHigher: () => 'se añade a la categoría superior más próxima con acertantes',
  toAccount: (account) => `va a la cuenta «${account}»`,
  toOperator: () => 'queda para el operador',
  overTiers: (list) => `se reparte entre las categorías ${list}`,
  orElse: (to, otherwise) => `${to} o, si ninguna tiene acertantes, ${otherwise}`,
  laterShare: (tier, draw, percent) => `A partir del sorteo ${draw} sin acertante de primera, ${tier} recibe el ${percent}.`,
  tierCap: (tier, amount) => `La categoría ${tier} paga como máximo ${amount} por sorteo; por encima, el importe se reparte.`,
  startValue: (tier, amount) => `La categoría ${tier} empieza con ${amount} como mínimo.`,
  guarantee: (tier, amount) => `Si se acierta, la categoría ${tier} paga ${amount} como mínimo.`,
  jackpotCap: (tier, amount, to) => `La categoría ${tier} tiene como máximo ${amount}; lo que lo supera ${to}.`,
  fallsAt: (tier, draw, to) => `Si nadie acierta la categoría ${tier} hasta el sorteo ${draw} de un ciclo, su importe ${to}.`,
  fallsAtCap: (tier, draws, to) => `Tras ${draws} sorteos en su importe máximo sin acertantes, el importe de la categoría ${tier} ${to}.`,
  fallsOn: (tier, to) => `En los sorteos anunciados para ello, una categoría ${tier} sin acertantes ${to}.`,
  shortage: () => 'Si el fondo no alcanza para los premios fijos, ceden primero los más altos y se reparten.',
  raisedToFixed: () => 'Un premio fijo se mantiene: las categorías superiores que pagarían menos se elevan a él.',
  inversion: () => 'Ninguna categoría paga más que una superior: en ese caso se suman y se reparten por igual.',
  rounding: (tiers, mode, step) =>
    `Los premios de categoría ${tiers} se redondean ${mode === 'down' ? 'a la baja' : mode === 'up' ? 'al alza' : 'al valor más próximo'} a ${step}.`,
  minimum: (tier, amount, to) => `Si la categoría ${tier} ha de pagar menos de ${amount}, no se paga y su importe ${to}.`,
  tax: (tiers, percent, above) => `De cada premio de categoría ${tiers} superior a ${above} se retiene el ${percent} como impuesto.`,
  claims: (days) =>
    `Los premios se pagan a la presentación del boleto durante los ${days} días siguientes al sorteo, hasta el final del último día; después caduca el derecho.`,
  closedDays: (extends_) =>
    extends_
      ? 'Si el último día las oficinas de pago están cerradas, pasa al siguiente día abierto.'
      : 'Los días cerrados no alargan el plazo.',
};
