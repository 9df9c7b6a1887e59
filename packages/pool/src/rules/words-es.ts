import type { RulesWords } from './rules-words.ts';

const bases = { fund: 'del fondo', rest: 'de lo que las demás categorías dejan del fondo', stakes: 'de las apuestas' } as const;
const splits = {
  'profit-split': 'lo que queda del fondo tras devolver sus apuestas se reparte entre ellas a partes iguales y se suma a las de cada una',
  'equal-share': 'el fondo se reparte entre ellas a partes iguales',
  'single-price': 'todas cobran un mismo dividendo',
  jra: 'las apuestas perdedoras se reparten entre ellas a partes iguales y cada una recupera las suyas, con la retención descontada en ambos casos',
} as const;
const modes = { down: 'a la baja a', nearest: 'al múltiplo más próximo de', up: 'al alza a' } as const;
const scratches = {
  refund: 'Se devuelve el importe de las combinaciones con un participante que no sale.',
  'substitute-favourite': 'Una selección que no sale se sustituye por el favorito de su prueba.',
  'all-win': 'Una selección que no sale cuenta como ganadora de su prueba.',
  consolation:
    'El primer ganador con un participante de la segunda prueba que no sale cobra un premio de consolación: el fondo dividido por todas las apuestas al primer ganador.',
  loses: 'Una selección que no participa cuenta como fallo.',
} as const;

export const wordsEs: RulesWords = {
  language: 'es',
  decimal: ',',
  thousands: '.',
  and: 'y',
  headings: {
    modality: 'La apuesta',
    stakes: 'Importes y boletos',
    price: 'Parte pagada y dividendos',
    tiers: 'Categorías',
    deadHeats: 'Empates y participantes emparejados',
    noWinner: 'Cuando nadie acierta',
    changes: 'Retiradas, pruebas anuladas y apuestas tardías',
    carryover: 'Bote',
  },
  titles: {
    win: 'Ganador',
    place: 'Colocado',
    show: 'Colocado tercero',
    quinella: 'Gemela reversible',
    swinger: 'Pareja colocada',
    trio: 'Trío',
    'first-4': 'Cuatro primeros',
    exacta: 'Gemela',
    trifecta: 'Trifecta',
    superfecta: 'Superfecta',
    tierce: 'Tiercé',
    quarte: 'Quarté',
    quinte: 'Quinté',
    double: 'Doble',
    treble: 'Triple',
    pick: 'Ganadores en cadena',
    placepot: 'Colocados en cadena',
    sports: 'Quiniela',
    'over-under': 'Más o menos',
    free: 'Apuesta sobre acontecimiento',
  },
  months: ['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio', 'julio', 'agosto', 'septiembre', 'octubre', 'noviembre', 'diciembre'],
  date: (day, month, year) => `${day} de ${month} de ${year}`,
  modality: () => 'Apuesta mutua: los importes forman un fondo común que, tras la retención, se reparte entre quienes aciertan.',
  win: () => 'Se elige el ganador.',
  placed: (rows) => `Se elige un participante que acabe en un puesto premiado: ${rows}.`,
  placeRow: (declared, paid) => `${paid} con ${declared} participantes declarados o más`,
  anyOrder: (runners, ofFirst) => `Se eligen ${runners} participantes que acaben entre los ${ofFirst} primeros, en cualquier orden.`,
  inOrder: (runners) => `Se eligen los ${runners} primeros en su orden.`,
  ranked: (runners) => `Se eligen los ${runners} primeros en orden; también se pagan otras categorías.`,
  legs: (count) => `Se elige el ganador de cada una de ${count} pruebas.`,
  placepot: (count, rows) => `Se elige un colocado en cada una de ${count} pruebas: ${rows}.`,
  matches: (count, outcomes) => `Se elige el resultado de ${count === '1' ? 'un partido' : `cada uno de ${count} partidos`}: ${outcomes}.`,
  plus: (name, outcomes) => `Un pronóstico de otro acontecimiento (${name}) acompaña a todas las columnas, entre ${outcomes} resultados.`,
  overUnder: (count) =>
    `Se elige más o menos que la línea publicada ${count === '1' ? 'de un acontecimiento' : `en cada uno de ${count} acontecimientos`}.`,
  free: () =>
    'Se elige el resultado de un acontecimiento con organizador indicado y competición legalmente organizada; los premios son solo en dinero.',
  unit: (amount) => `Una combinación cuesta ${amount}.`,
  multiples: () => 'El importe es un múltiplo entero del coste de sus combinaciones.',
  flexi: (percent) =>
    `Se acepta cualquier importe de al menos el ${percent} del coste de sus combinaciones; cada combinación recibe una parte igual.`,
  limits: (least, most) => `Un boleto es de ${least} como mínimo y ${most} como máximo.`,
  raceForms: (combinations) =>
    `Un boleto puede ser sencillo, combinado, con base y acompañantes o por puestos, hasta ${combinations} combinaciones.`,
  legForms: (combinations) =>
    `Un boleto puede marcar varias selecciones en una prueba y juega entonces todas las combinaciones, hasta ${combinations}.`,
  reduced: (name, lines, legs) => `El sistema reducido ${name} juega ${lines} columnas sobre ${legs} pruebas.`,
  takeout: (percent, paid) => `La retención es del ${percent} de las apuestas; se paga el ${paid}.`,
  single: () => 'Dividendo: el fondo dividido por las apuestas ganadoras.',
  profitSplit: () =>
    'Dividendo: el fondo menos todas las apuestas ganadoras se reparte a partes iguales entre las combinaciones ganadoras; cada una lo suma a sus apuestas.',
  equalShare: () =>
    'Dividendo: el fondo se reparte a partes iguales entre las combinaciones ganadoras y cada parte se divide por sus apuestas.',
  jra: () =>
    'Dividendo: las apuestas ganadoras y una parte igual de las perdedoras, con la retención descontada, divididas por las apuestas ganadoras.',
  net: () =>
    'Dividendo de un fondo conjunto: las apuestas de todos los orígenes menos sus retenciones dan un precio base; cada origen lo paga menos su propia retención.',
  tiered: () => 'El fondo se reparte en categorías y cada categoría entre las unidades ganadoras.',
  quoted: (per, step, nearest) =>
    `Los dividendos se expresan por ${per}, importe incluido, y se redondean ${nearest ? 'al múltiplo más próximo de' : 'a la baja a'} ${step}.`,
  fundStep: (step) => `El fondo se redondea a la baja a ${step}.`,
  breakage: () => 'Lo que deja el redondeo se contabiliza como fracciones.',
  minimum: (amount) => `El dividendo mínimo es ${amount}; lo cubren primero las fracciones del mismo fondo.`,
  byOperator: () => 'Lo que falte lo paga el operador.',
  byTakeout: (floor, thenRefund) =>
    `Lo que falte sale de la retención, hasta el ${floor} de las apuestas; más allá ${thenRefund ? 'se devuelven todas las apuestas' : 'paga el operador'}.`,
  byRefund: () => 'Si no basta, se devuelven todas las apuestas.',
  cap: (amount, butMinimum) =>
    `El fondo paga como máximo ${amount} en total${butMinimum ? ', salvo que el dividendo mínimo exija más' : ''}.`,
  guarantee: (amount, counts) => `El operador garantiza un fondo de ${amount}, bote ${counts ? '' : 'no '}incluido.`,
  tierName: (number) => `categoría ${number}`,
  tier: (name, condition, worth) => `${name}: ${condition}. ${worth}.`,
  correct: (count, atLeast) => `${atLeast ? 'al menos ' : ''}${count} ${count === '1' ? 'acierto' : 'aciertos'}`,
  plusRight: () => 'con el otro acontecimiento acertado',
  plusWrong: () => 'con el otro acontecimiento fallado',
  uniqueOnly: () => 'solo para una única unidad ganadora',
  rankOrder: () => 'el orden exacto',
  rankAnyOrder: () => 'los mismos participantes en otro orden',
  rankOfFirst: (count, ofFirst) => `${count} de los ${ofFirst} primeros, en cualquier orden`,
  shareOf: (percent, of) => `El ${percent} ${bases[of]}`,
  remainder: () => 'Lo que dejan las demás categorías',
  carriedOnly: () => 'Solo el bote',
  fixed: (amount) => `${amount} por cada unidad ganadora`,
  tierStep: (name, step, mode) => `${name}: los dividendos de una unidad se redondean ${modes[mode]} ${step}.`,
  unwon: (name, where) => `${name}, sin acertantes: su fondo ${where}.`,
  toCarry: (tier) => `espera en la ${tier} del siguiente fondo`,
  toLower: () => 'pasa a la categoría inferior con acertantes',
  toHigher: () => 'pasa a la categoría superior con acertantes',
  toTiers: (tiers) => `pasa a la ${tiers}`,
  toAccount: (account) => `pasa a la cuenta ${account}`,
  toOperator: () => 'pasa al operador',
  failing: (way, otherwise) => `${way} y, si no hay ninguna, ${otherwise}`,
  tierMinimum: (name, amount, where) => `${name}: un dividendo inferior a ${amount} no se paga y su fondo ${where}.`,
  orderRatio: (times) =>
    `El orden paga al menos ${times === '1' ? 'tanto como' : `${times} veces`} el otro orden: por debajo, ambos se pagan de su fondo conjunto en esta proporción.`,
  deadHeat: (split) =>
    `En caso de empate gana toda combinación conforme con el resultado, y ${splits[split]}. Las combinaciones que nadie tiene no cuentan.`,
  byPlace: () => 'Cada puesto premiado tiene una parte igual; los empatados comparten las partes de sus puestos.',
  coupled: (movesUp) =>
    `Los participantes emparejados cuentan con su mejor puesto; los demás ${movesUp ? 'avanzan' : 'conservan su puesto'}.`,
  nextFinisher: () => 'el siguiente clasificado con apuestas',
  placesRight: (places, several) =>
    several ? `las combinaciones con los puestos ${places} acertados` : `las combinaciones con el puesto ${places} acertado`,
  eitherPlace: (places) => `las combinaciones con uno de los puestos ${places} acertado, cada uno a su precio`,
  contains: (count, ofFirst) => `las combinaciones con al menos ${count} de los ${ofFirst} primeros`,
  mostCorrect: () => 'el mayor número de pruebas acertadas',
  carryover: () => 'el fondo pasa al bote',
  refund: () => 'se devuelven todas las apuestas sin retención',
  scratch: (rule) => scratches[rule],
  voidRace: () => 'Si la prueba se anula se devuelven todas las apuestas sin retención.',
  voidAll: () => 'Si se anulan todas las pruebas se devuelven todas las apuestas sin retención.',
  voidFirst: (refund) => `Primera prueba anulada: ${refund ? 'se devuelven todas las apuestas' : 'gana toda selección'}.`,
  voidLater: (refund) => `Una prueba posterior anulada: ${refund ? 'se devuelven todas las apuestas' : 'gana toda selección'}.`,
  voidAbove: (count) =>
    `Con ${count === '0' ? 'cualquier prueba anulada' : count === '1' ? 'más de una prueba anulada' : `más de ${count} pruebas anuladas`} se devuelven todas las apuestas.`,
  noConsolations: () => 'Con una prueba anulada solo se paga la categoría superior, con todo el fondo.',
  late: () => 'Las apuestas aceptadas después del cierre se retiran y se devuelven.',
  carries: () => 'El bote espera al siguiente fondo de la serie.',
  carryoverCap: (amount) => `Se detiene en ${amount}.`,
  mandatory: (dates) => `Se paga a más tardar el ${dates}.`,
};
