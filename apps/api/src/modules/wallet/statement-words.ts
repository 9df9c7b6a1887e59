/** The words of a yearly statement in the four languages. */
import type { Words } from '../../platform/language.ts';
import type { StatementLine } from './year-statement.ts';

const words = (ca: string, es: string, fr: string, en: string): Words => ({ ca, es, fr, en });

export const LINE_WORDS: Readonly<Record<StatementLine, Words>> = {
  deposits: words('Ingressos', 'Ingresos', 'Dépôts', 'Deposits'),
  withdrawals: words('Retirades i devolucions', 'Retiradas y devoluciones', 'Retraits et remboursements', 'Withdrawals and returns'),
  stakes: words('Apostes', 'Apuestas', 'Mises', 'Stakes'),
  prizes: words('Premis', 'Premios', 'Gains', 'Prizes'),
  refunds: words('Apostes retornades', 'Apuestas devueltas', 'Mises remboursées', 'Stakes returned'),
  disputes: words('Impugnacions', 'Impugnaciones', 'Contestations', 'Disputes'),
  other: words('Altres', 'Otros', 'Autres', 'Other'),
};

export const STATEMENT_WORDS = {
  title: words('Extracte anual {year}', 'Extracto anual {year}', 'Relevé annuel {year}', 'Yearly statement {year}'),
  account: words('Compte', 'Cuenta', 'Compte', 'Account'),
  opening: words('Saldo l’1 de gener', 'Saldo el 1 de enero', 'Solde au 1er janvier', 'Balance on 1 January'),
  closing: words('Saldo el 31 de desembre', 'Saldo el 31 de diciembre', 'Solde au 31 décembre', 'Balance on 31 December'),
  sofar: words('Saldo fins ara', 'Saldo hasta ahora', 'Solde à ce jour', 'Balance so far'),
  played: words(
    'Resultat del joc (premis menys apostes)',
    'Resultado del juego (premios menos apuestas)',
    'Résultat du jeu (gains moins mises)',
    'Result of play (prizes less stakes)',
  ),
  movements: words(
    '{count} moviments; el detall és al fitxer CSV.',
    '{count} movimientos; el detalle está en el fichero CSV.',
    '{count} mouvements ; le détail est dans le fichier CSV.',
    '{count} movements; the CSV file has them one by one.',
  ),
  made: words('Fet el {at}', 'Hecho el {at}', 'Établi le {at}', 'Made on {at}'),
} as const;
