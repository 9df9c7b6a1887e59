import type { RulesWords } from './rules-words.ts';

const bases = { fund: 'de la masse', rest: 'de ce que les autres rangs laissent de la masse', stakes: 'des enjeux' } as const;
const splits = {
  'profit-split':
    'ce qui reste de la masse après remboursement de leurs enjeux est réparti entre elles à parts égales et ajouté aux enjeux de chacune',
  'equal-share': 'la masse est répartie entre elles à parts égales',
  'single-price': 'toutes reçoivent un même rapport',
  jra: 'les enjeux perdants sont répartis entre elles à parts égales et chacune retrouve les siens, prélèvement déduit dans les deux cas',
} as const;
const modes = { down: 'par défaut à', nearest: 'au plus proche multiple de', up: 'par excès à' } as const;
const scratches = {
  refund: 'Les combinaisons comportant un non-partant sont remboursées.',
  'substitute-favourite': 'Une sélection non partante est remplacée par le favori de son épreuve.',
  'all-win': 'Une sélection non partante compte comme gagnante de son épreuve.',
  consolation:
    'Le premier gagnant associé à un non-partant de la seconde épreuve reçoit un rapport de consolation : la masse divisée par tous les enjeux sur le premier gagnant.',
  loses: 'Une sélection qui ne participe pas compte comme une erreur.',
} as const;

export const wordsFr: RulesWords = {
  language: 'fr',
  decimal: ',',
  thousands: '\u202f',
  and: 'et',
  headings: {
    modality: 'Le pari',
    stakes: 'Enjeux et bulletins',
    price: 'Part redistribuée et rapports',
    tiers: 'Rangs',
    deadHeats: 'Arrivées à égalité et partants couplés',
    noWinner: "Lorsque personne n'a trouvé",
    changes: 'Non-partants, épreuves annulées et paris tardifs',
    carryover: 'Report',
  },
  titles: {
    win: 'Simple gagnant',
    place: 'Simple placé',
    show: 'Simple placé troisième',
    quinella: 'Couplé gagnant',
    swinger: 'Couplé placé',
    trio: 'Trio',
    'first-4': 'Quatre premiers',
    exacta: 'Couplé ordre',
    trifecta: 'Trio ordre',
    superfecta: 'Super quatre',
    tierce: 'Tiercé',
    quarte: 'Quarté',
    quinte: 'Quinté',
    double: 'Report double',
    treble: 'Report triple',
    pick: 'Gagnants en chaîne',
    placepot: 'Placés en chaîne',
    sports: 'Pronostics de football',
    'over-under': 'Plus ou moins',
    free: 'Pari sur événement',
  },
  months: ['janvier', 'février', 'mars', 'avril', 'mai', 'juin', 'juillet', 'août', 'septembre', 'octobre', 'novembre', 'décembre'],
  date: (day, month, year) => `${day === '1' ? '1er' : day} ${month} ${year}`,
  modality: () => 'Pari mutuel : les enjeux forment une masse commune qui, après prélèvement, est répartie entre ceux qui ont trouvé.',
  win: () => 'Il faut désigner le gagnant.',
  placed: (rows) => `Il faut désigner un partant classé à une place payée : ${rows}.`,
  placeRow: (declared, paid) => `${paid} à partir de ${declared} partants déclarés`,
  anyOrder: (runners, ofFirst) => `Il faut désigner ${runners} partants classés parmi les ${ofFirst} premiers, dans n'importe quel ordre.`,
  inOrder: (runners) => `Il faut désigner les ${runners} premiers dans leur ordre.`,
  ranked: (runners) => `Il faut désigner les ${runners} premiers dans l'ordre ; d'autres rangs sont aussi payés.`,
  legs: (count) => `Il faut désigner le gagnant de chacune des ${count} épreuves.`,
  placepot: (count, rows) => `Il faut désigner un placé dans chacune des ${count} épreuves : ${rows}.`,
  matches: (count, outcomes) =>
    `Il faut désigner le résultat ${count === '1' ? "d'un match" : `de chacun des ${count} matchs`} : ${outcomes}.`,
  plus: (name, outcomes) => `Un pronostic d'un autre événement (${name}) accompagne toutes les colonnes, parmi ${outcomes} résultats.`,
  overUnder: (count) =>
    `Il faut choisir plus ou moins que la ligne publiée ${count === '1' ? "d'un événement" : `dans chacun des ${count} événements`}.`,
  free: () =>
    "Il faut désigner le résultat d'un événement à l'organisateur indiqué et à la compétition légalement organisée ; les gains sont uniquement en argent.",
  unit: (amount) => `Une combinaison coûte ${amount}.`,
  multiples: () => "L'enjeu est un multiple entier du coût de ses combinaisons.",
  flexi: (percent) =>
    `Tout enjeu d'au moins ${percent} du coût de ses combinaisons est accepté ; chaque combinaison en reçoit une part égale.`,
  limits: (least, most) => `Un bulletin est de ${least} au moins et de ${most} au plus.`,
  raceForms: (combinations) =>
    `Un bulletin peut être simple, combiné, en champ réduit avec base ou par places, jusqu'à ${combinations} combinaisons.`,
  legForms: (combinations) =>
    `Un bulletin peut marquer plusieurs sélections dans une épreuve et joue alors toutes les combinaisons, jusqu'à ${combinations}.`,
  reduced: (name, lines, legs) => `Le système réduit ${name} joue ${lines} colonnes sur ${legs} épreuves.`,
  takeout: (percent, paid) => `Le prélèvement est de ${percent} des enjeux ; ${paid} sont redistribués.`,
  single: () => 'Rapport : la masse divisée par les enjeux gagnants.',
  profitSplit: () =>
    'Rapport : la masse moins tous les enjeux gagnants est répartie à parts égales entre les combinaisons gagnantes ; chacune ajoute sa part à ses enjeux.',
  equalShare: () =>
    'Rapport : la masse est répartie à parts égales entre les combinaisons gagnantes et chaque part est divisée par ses enjeux.',
  jra: () => 'Rapport : les enjeux gagnants et une part égale des enjeux perdants, prélèvement déduit, divisés par les enjeux gagnants.',
  net: () =>
    "Rapport d'une masse commune : les enjeux de toutes les sources moins leurs prélèvements donnent un prix de base ; chaque source le paie moins son propre prélèvement.",
  tiered: () => 'La masse est répartie en rangs et chaque rang entre les unités gagnantes.',
  quoted: (per, step, nearest) =>
    `Les rapports sont exprimés pour ${per}, enjeu compris, et arrondis ${nearest ? 'au plus proche multiple de' : 'par défaut à'} ${step}.`,
  fundStep: (step) => `La masse est arrondie par défaut à ${step}.`,
  breakage: () => "Ce que laisse l'arrondi est comptabilisé comme reliquat.",
  minimum: (amount) => `Le rapport minimal est de ${amount} ; les reliquats de la même masse le financent d'abord.`,
  byOperator: () => "Ce qui manque est payé par l'opérateur.",
  byTakeout: (floor, thenRefund) =>
    `Ce qui manque est pris sur le prélèvement, jusqu'à ${floor} des enjeux ; au-delà ${thenRefund ? 'tous les enjeux sont remboursés' : "l'opérateur paie"}.`,
  byRefund: () => 'Si cela ne suffit pas, tous les enjeux sont remboursés.',
  cap: (amount, butMinimum) =>
    `La masse paie au plus ${amount} en tout${butMinimum ? ', sauf si le rapport minimal exige davantage' : ''}.`,
  guarantee: (amount, counts) => `L'opérateur garantit une masse de ${amount}, report ${counts ? '' : 'non '}compris.`,
  tierName: (number) => `rang ${number}`,
  tier: (name, condition, worth) => `${name} : ${condition}. ${worth}.`,
  correct: (count, atLeast) => `${atLeast ? 'au moins ' : ''}${count} ${count === '1' ? 'bon résultat' : 'bons résultats'}`,
  plusRight: () => "avec l'autre événement trouvé",
  plusWrong: () => "avec l'autre événement manqué",
  uniqueOnly: () => 'pour une seule unité gagnante uniquement',
  rankOrder: () => "l'ordre exact",
  rankAnyOrder: () => 'les mêmes partants dans un autre ordre',
  rankOfFirst: (count, ofFirst) => `${count} des ${ofFirst} premiers, dans n'importe quel ordre`,
  shareOf: (percent, of) => `${percent} ${bases[of]}`,
  remainder: () => 'Ce que laissent les autres rangs',
  carriedOnly: () => 'Uniquement le report',
  fixed: (amount) => `${amount} par unité gagnante`,
  tierStep: (name, step, mode) => `${name} : les rapports d'une unité sont arrondis ${modes[mode]} ${step}.`,
  unwon: (name, where) => `${name}, sans gagnant : sa masse ${where}.`,
  toCarry: (tier) => `attend au ${tier} de la prochaine masse`,
  toLower: () => 'va au rang inférieur qui a des gagnants',
  toHigher: () => 'va au rang supérieur qui a des gagnants',
  toTiers: (tiers) => `va au ${tiers}`,
  toAccount: (account) => `va au compte ${account}`,
  toOperator: () => "va à l'opérateur",
  failing: (way, otherwise) => `${way} et, à défaut, ${otherwise}`,
  tierMinimum: (name, amount, where) => `${name} : un rapport inférieur à ${amount} n'est pas payé et sa masse ${where}.`,
  orderRatio: (times) =>
    `L'ordre paie au moins ${times === '1' ? 'autant que' : `${times} fois`} le désordre : en dessous, les deux sont payés sur leur masse commune dans ce rapport.`,
  deadHeat: (split) =>
    `En cas d'arrivée à égalité, toute combinaison conforme au résultat gagne et ${splits[split]}. Les combinaisons que personne n'a jouées sont écartées.`,
  byPlace: () => 'Chaque place payée a une part égale ; les partants à égalité se partagent les parts de leurs places.',
  coupled: (movesUp) =>
    `Des partants couplés comptent pour leur meilleure place ; les autres ${movesUp ? 'avancent' : 'gardent leur place'}.`,
  nextFinisher: () => 'le classé suivant qui a recueilli des enjeux',
  placesRight: (places, several) =>
    several ? `les combinaisons dont les places ${places} sont justes` : `les combinaisons dont la place ${places} est juste`,
  eitherPlace: (places) => `les combinaisons dont l'une des places ${places} est juste, chacune à son prix`,
  contains: (count, ofFirst) => `les combinaisons comportant au moins ${count} des ${ofFirst} premiers`,
  mostCorrect: () => 'le plus grand nombre de bons résultats',
  carryover: () => 'la masse est reportée',
  refund: () => 'tous les enjeux sont remboursés sans prélèvement',
  scratch: (rule) => scratches[rule],
  voidRace: () => "Si l'épreuve est annulée, tous les enjeux sont remboursés sans prélèvement.",
  voidAll: () => 'Si toutes les épreuves sont annulées, tous les enjeux sont remboursés sans prélèvement.',
  voidFirst: (refund) => `Première épreuve annulée : ${refund ? 'tous les enjeux sont remboursés' : 'toute sélection gagne'}.`,
  voidLater: (refund) => `Une épreuve suivante annulée : ${refund ? 'tous les enjeux sont remboursés' : 'toute sélection gagne'}.`,
  voidAbove: (count) =>
    `${count === '0' ? 'Dès la première épreuve annulée' : count === '1' ? "Au-delà d'une épreuve annulée" : `Au-delà de ${count} épreuves annulées`}, tous les enjeux sont remboursés.`,
  noConsolations: () => 'Avec une épreuve annulée, seul le premier rang est payé, sur toute la masse.',
  late: () => "Les paris acceptés après l'arrêt des enjeux sont retirés et remboursés.",
  carries: () => 'Le report attend la prochaine masse de la série.',
  carryoverCap: (amount) => `Il s'arrête à ${amount}.`,
  mandatory: (dates) => `Il est payé au plus tard le ${dates}.`,
};
