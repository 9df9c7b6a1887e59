import type { RulesWords } from './rules-words.ts';

const bases = { fund: 'del fons', rest: 'del que les altres categories deixen del fons', stakes: 'de les apostes' } as const;
const splits = {
  'profit-split':
    'el que queda del fons un cop tornades les seves apostes es reparteix entre elles a parts iguals i se suma a les de cadascuna',
  'equal-share': 'el fons es reparteix entre elles a parts iguals',
  'single-price': 'totes cobren un mateix dividend',
  jra: 'les apostes perdedores es reparteixen entre elles a parts iguals i cadascuna recupera les seves, amb la retenció descomptada en tots dos casos',
} as const;
const modes = { down: 'a la baixa a', nearest: 'al múltiple més pròxim de', up: "a l'alça a" } as const;
const scratches = {
  refund: "Es torna l'import de les combinacions amb un participant que no surt.",
  'substitute-favourite': 'Una selecció que no surt se substitueix pel favorit de la seva prova.',
  'all-win': 'Una selecció que no surt compta com a guanyadora de la seva prova.',
  consolation:
    'El primer guanyador amb un participant de la segona prova que no surt cobra un premi de consolació: el fons dividit per totes les apostes al primer guanyador.',
  loses: 'Una selecció que no participa compta com a error.',
} as const;

export const wordsCa: RulesWords = {
  language: 'ca',
  decimal: ',',
  thousands: '.',
  and: 'i',
  headings: {
    modality: "L'aposta",
    stakes: 'Imports i butlletes',
    price: 'Part pagada i dividends',
    tiers: 'Categories',
    deadHeats: 'Empats i participants aparellats',
    noWinner: 'Quan ningú no encerta',
    changes: 'Retirades, proves anul·lades i apostes tardanes',
    carryover: 'Pot acumulat',
  },
  titles: {
    win: 'Guanyador',
    place: 'Col·locat',
    show: 'Col·locat tercer',
    quinella: 'Bessona reversible',
    swinger: 'Parella col·locada',
    trio: 'Trio',
    'first-4': 'Quatre primers',
    exacta: 'Bessona',
    trifecta: 'Trifecta',
    superfecta: 'Superfecta',
    tierce: 'Tiercé',
    quarte: 'Quarté',
    quinte: 'Quinté',
    double: 'Doble',
    treble: 'Triple',
    pick: 'Guanyadors en cadena',
    placepot: 'Col·locats en cadena',
    sports: 'Travessa',
    'over-under': 'Més o menys',
    free: 'Aposta sobre esdeveniment',
  },
  months: ['gener', 'febrer', 'març', 'abril', 'maig', 'juny', 'juliol', 'agost', 'setembre', 'octubre', 'novembre', 'desembre'],
  date: (day, month, year) => `${day} ${/^[ao]/.test(month) ? `d'${month}` : `de ${month}`} del ${year}`,
  modality: () => 'Aposta mútua: els imports formen un fons comú que, un cop feta la retenció, es reparteix entre els qui encerten.',
  win: () => 'Es tria el guanyador.',
  placed: (rows) => `Es tria un participant que acabi en un lloc premiat: ${rows}.`,
  placeRow: (declared, paid) => `${paid} amb ${declared} participants declarats o més`,
  anyOrder: (runners, ofFirst) => `Es trien ${runners} participants que acabin entre els ${ofFirst} primers, en qualsevol ordre.`,
  inOrder: (runners) => `Es trien els ${runners} primers en el seu ordre.`,
  ranked: (runners) => `Es trien els ${runners} primers en ordre; també es paguen altres categories.`,
  legs: (count) => `Es tria el guanyador de cadascuna de ${count} proves.`,
  placepot: (count, rows) => `Es tria un col·locat en cadascuna de ${count} proves: ${rows}.`,
  matches: (count, outcomes) => `Es tria el resultat ${count === '1' ? "d'un partit" : `de cadascun de ${count} partits`}: ${outcomes}.`,
  plus: (name, outcomes) => `Un pronòstic d'un altre esdeveniment (${name}) acompanya totes les columnes, entre ${outcomes} resultats.`,
  overUnder: (count) =>
    `Es tria més o menys que la línia publicada ${count === '1' ? "d'un esdeveniment" : `en cadascun de ${count} esdeveniments`}.`,
  free: () =>
    "Es tria el resultat d'un esdeveniment amb organitzador indicat i competició legalment organitzada; els premis són només en diners.",
  unit: (amount) => `Una combinació costa ${amount}.`,
  multiples: () => "L'import és un múltiple enter del cost de les seves combinacions.",
  flexi: (percent) =>
    `S'accepta qualsevol import d'almenys el ${percent} del cost de les seves combinacions; cada combinació en rep una part igual.`,
  limits: (least, most) => `Una butlleta és de ${least} com a mínim i ${most} com a màxim.`,
  raceForms: (combinations) =>
    `Una butlleta pot ser senzilla, combinada, amb base i acompanyants o per llocs, fins a ${combinations} combinacions.`,
  legForms: (combinations) =>
    `Una butlleta pot marcar diverses seleccions en una prova i juga llavors totes les combinacions, fins a ${combinations}.`,
  reduced: (name, lines, legs) => `El sistema reduït ${name} juga ${lines} columnes sobre ${legs} proves.`,
  takeout: (percent, paid) => `La retenció és del ${percent} de les apostes; es paga el ${paid}.`,
  single: () => 'Dividend: el fons dividit per les apostes guanyadores.',
  profitSplit: () =>
    'Dividend: el fons menys totes les apostes guanyadores es reparteix a parts iguals entre les combinacions guanyadores; cadascuna ho suma a les seves apostes.',
  equalShare: () =>
    'Dividend: el fons es reparteix a parts iguals entre les combinacions guanyadores i cada part es divideix per les seves apostes.',
  jra: () =>
    'Dividend: les apostes guanyadores i una part igual de les perdedores, amb la retenció descomptada, dividides per les apostes guanyadores.',
  net: () =>
    "Dividend d'un fons conjunt: les apostes de tots els orígens menys les seves retencions donen un preu base; cada origen el paga menys la seva pròpia retenció.",
  tiered: () => 'El fons es reparteix en categories i cada categoria entre les unitats guanyadores.',
  quoted: (per, step, nearest) =>
    `Els dividends s'expressen per ${per}, import inclòs, i s'arrodoneixen ${nearest ? 'al múltiple més pròxim de' : 'a la baixa a'} ${step}.`,
  fundStep: (step) => `El fons s'arrodoneix a la baixa a ${step}.`,
  breakage: () => "El que deixa l'arrodoniment es comptabilitza com a fraccions.",
  minimum: (amount) => `El dividend mínim és ${amount}; el cobreixen primer les fraccions del mateix fons.`,
  byOperator: () => "El que falti ho paga l'operador.",
  byTakeout: (floor, thenRefund) =>
    `El que falti surt de la retenció, fins al ${floor} de les apostes; més enllà ${thenRefund ? 'es tornen totes les apostes' : "paga l'operador"}.`,
  byRefund: () => "Si no n'hi ha prou, es tornen totes les apostes.",
  cap: (amount, butMinimum) =>
    `El fons paga com a màxim ${amount} en total${butMinimum ? ', llevat que el dividend mínim en demani més' : ''}.`,
  guarantee: (amount, counts) => `L'operador garanteix un fons de ${amount}, pot ${counts ? '' : 'no '}inclòs.`,
  tierName: (number) => `categoria ${number}`,
  tier: (name, condition, worth) => `${name}: ${condition}. ${worth}.`,
  correct: (count, atLeast) => `${atLeast ? 'almenys ' : ''}${count} ${count === '1' ? 'encert' : 'encerts'}`,
  plusRight: () => "amb l'altre esdeveniment encertat",
  plusWrong: () => "amb l'altre esdeveniment fallat",
  uniqueOnly: () => 'només per a una única unitat guanyadora',
  rankOrder: () => "l'ordre exacte",
  rankAnyOrder: () => 'els mateixos participants en un altre ordre',
  rankOfFirst: (count, ofFirst) => `${count} dels ${ofFirst} primers, en qualsevol ordre`,
  shareOf: (percent, of) => `El ${percent} ${bases[of]}`,
  remainder: () => 'El que deixen les altres categories',
  carriedOnly: () => 'Només el pot acumulat',
  fixed: (amount) => `${amount} per cada unitat guanyadora`,
  tierStep: (name, step, mode) => `${name}: els dividends d'una unitat s'arrodoneixen ${modes[mode]} ${step}.`,
  unwon: (name, where) => `${name}, sense encertants: el seu fons ${where}.`,
  toCarry: (tier) => `espera a la ${tier} del fons següent`,
  toLower: () => 'passa a la categoria inferior amb encertants',
  toHigher: () => 'passa a la categoria superior amb encertants',
  toTiers: (tiers) => `passa a la ${tiers}`,
  toAccount: (account) => `passa al compte ${account}`,
  toOperator: () => "passa a l'operador",
  failing: (way, otherwise) => `${way} i, si no n'hi ha cap, ${otherwise}`,
  tierMinimum: (name, amount, where) => `${name}: un dividend inferior a ${amount} no es paga i el seu fons ${where}.`,
  orderRatio: (times) =>
    `L'ordre paga almenys ${times === '1' ? 'tant com' : `${times} vegades`} l'altre ordre: per sota, tots dos es paguen del seu fons conjunt en aquesta proporció.`,
  deadHeat: (split) =>
    `En cas d'empat guanya tota combinació conforme amb el resultat, i ${splits[split]}. Les combinacions que ningú no té no compten.`,
  byPlace: () => 'Cada lloc premiat té una part igual; els empatats comparteixen les parts dels seus llocs.',
  coupled: (movesUp) =>
    `Els participants aparellats compten amb el seu millor lloc; els altres ${movesUp ? 'avancen' : 'conserven el lloc'}.`,
  nextFinisher: () => 'el classificat següent amb apostes',
  placesRight: (places, several) =>
    several ? `les combinacions amb els llocs ${places} encertats` : `les combinacions amb el lloc ${places} encertat`,
  eitherPlace: (places) => `les combinacions amb un dels llocs ${places} encertat, cadascun al seu preu`,
  contains: (count, ofFirst) => `les combinacions amb almenys ${count} dels ${ofFirst} primers`,
  mostCorrect: () => 'el nombre més alt de proves encertades',
  carryover: () => 'el fons passa al pot acumulat',
  refund: () => 'es tornen totes les apostes sense retenció',
  scratch: (rule) => scratches[rule],
  voidRace: () => "Si la prova s'anul·la es tornen totes les apostes sense retenció.",
  voidAll: () => "Si s'anul·len totes les proves es tornen totes les apostes sense retenció.",
  voidFirst: (refund) => `Primera prova anul·lada: ${refund ? 'es tornen totes les apostes' : 'guanya tota selecció'}.`,
  voidLater: (refund) => `Una prova posterior anul·lada: ${refund ? 'es tornen totes les apostes' : 'guanya tota selecció'}.`,
  voidAbove: (count) =>
    `Amb ${count === '0' ? 'qualsevol prova anul·lada' : count === '1' ? "més d'una prova anul·lada" : `més de ${count} proves anul·lades`} es tornen totes les apostes.`,
  noConsolations: () => 'Amb una prova anul·lada només es paga la categoria superior, amb tot el fons.',
  late: () => 'Les apostes acceptades després del tancament es retiren i es tornen.',
  carries: () => 'El pot espera el fons següent de la sèrie.',
  carryoverCap: (amount) => `S'atura en ${amount}.`,
  mandatory: (dates) => `Es paga a tot tardar el ${dates}.`,
};
