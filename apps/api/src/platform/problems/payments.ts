/** Money in and out of a player's account. */
import { type Entry, entry } from './entry.ts';

export const PAYMENTS_PROBLEMS = {
  deposits_unavailable: entry(
    409,
    'Ara no es poden fer ingressos. No s’ha cobrat res.',
    'Ahora no se pueden hacer ingresos. No se ha cobrado nada.',
    'Les dépôts sont indisponibles pour le moment. Rien n’a été débité.',
    'Deposits are not available at the moment. Nothing was charged.',
  ),
  deposit_out_of_bounds: entry(
    422,
    'L’import és fora dels límits per ingrés. No s’ha cobrat res.',
    'El importe está fuera de los límites por ingreso. No se ha cobrado nada.',
    'Le montant est hors des limites par dépôt. Rien n’a été débité.',
    'The amount is outside the bounds of a deposit. Nothing was charged.',
  ),
  deposit_ended: entry(
    409,
    'Aquest ingrés ja s’ha acabat. Mira’n l’estat o fes-ne un de nou.',
    'Este ingreso ya ha terminado. Mira su estado o haz uno nuevo.',
    'Ce dépôt est terminé. Vérifiez son état ou faites-en un nouveau.',
    'This deposit has ended. Look at its state, or make a new one.',
  ),
  webhook_signature_invalid: entry(
    400,
    'La signatura del missatge no és vàlida. No s’ha desat res.',
    'La firma del mensaje no es válida. No se ha guardado nada.',
    'La signature du message n’est pas valable. Rien n’a été enregistré.',
    'The message’s signature is not valid. Nothing was stored.',
  ),
  refund_exceeds_deposit: entry(
    422,
    'La devolució és més gran que el que queda de l’ingrés. No s’ha retornat res.',
    'La devolución es mayor que lo que queda del ingreso. No se ha devuelto nada.',
    'Le remboursement dépasse ce qui reste du dépôt. Rien n’a été rendu.',
    'The refund is more than is left of the deposit. Nothing was returned.',
  ),
  refund_open: entry(
    409,
    'Aquest ingrés ja té una devolució en curs.',
    'Este ingreso ya tiene una devolución en curso.',
    'Ce dépôt a déjà un remboursement en cours.',
    'This deposit has a refund under way already.',
  ),
  no_declared_account: entry(
    409,
    'No hi ha cap compte bancari declarat. Declara’n un per retirar diners.',
    'No hay ninguna cuenta bancaria declarada. Declara una para retirar dinero.',
    'Aucun compte bancaire n’est déclaré. Déclarez-en un pour retirer de l’argent.',
    'There is no declared bank account. Declare one to take money out.',
  ),
  nothing_to_export: entry(
    409,
    'No hi ha cap pagament aprovat. No s’ha escrit cap fitxer.',
    'No hay ningún pago aprobado. No se ha escrito ningún fichero.',
    'Aucun paiement n’est approuvé. Aucun fichier n’a été écrit.',
    'There is no approved payment. No file was written.',
  ),
  no_operator_account: entry(
    409,
    'El compte bancari de l’operador no està configurat (PAYOUT_IBAN). No s’ha escrit cap fitxer.',
    'La cuenta bancaria del operador no está configurada (PAYOUT_IBAN). No se ha escrito ningún fichero.',
    'Le compte bancaire de l’opérateur n’est pas configuré (PAYOUT_IBAN). Aucun fichier n’a été écrit.',
    'The operator’s bank account is not set (PAYOUT_IBAN). No file was written.',
  ),
  bank_file_refused: entry(
    422,
    'El fitxer del banc té línies que no es poden acceptar. No se n’ha pres res.',
    'El fichero del banco tiene líneas que no se pueden aceptar. No se ha tomado nada.',
    'Le fichier de la banque a des lignes inacceptables. Rien n’en a été pris.',
    'The bank’s file has lines that cannot be taken. Nothing of it was taken.',
  ),
} as const satisfies Record<string, Entry>;
