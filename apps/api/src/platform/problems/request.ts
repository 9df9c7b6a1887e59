/** The request itself. */
import { type Entry, entry } from './entry.ts';

export const REQUEST_PROBLEMS = {
  malformed_json: entry(
    400,
    'El cos no és JSON vàlid. No s’ha fet res.',
    'El cuerpo no es JSON válido. No se ha hecho nada.',
    'Le corps n’est pas du JSON valide. Rien n’a été fait.',
    'The body is not valid JSON. Nothing was done.',
  ),
  invalid_input: entry(
    422,
    'Hi ha camps que no es poden acceptar. No s’ha fet res.',
    'Hay campos que no se pueden aceptar. No se ha hecho nada.',
    'Certains champs ne peuvent être acceptés. Rien n’a été fait.',
    'Some fields cannot be accepted. Nothing was done.',
  ),
  body_too_large: entry(
    413,
    'El cos és massa gran.',
    'El cuerpo es demasiado grande.',
    'Le corps est trop grand.',
    'The body is too large.',
  ),
  unsupported_media_type: entry(
    415,
    'Envia JSON (content-type: application/json).',
    'Envía JSON (content-type: application/json).',
    'Envoyez du JSON (content-type: application/json).',
    'Send JSON (content-type: application/json).',
  ),
  not_found: entry(404, 'No existeix.', 'No existe.', 'Introuvable.', 'There is no such thing.'),
  already_exists: entry(409, 'Ja existeix.', 'Ya existe.', 'Existe déjà.', 'It exists already.'),
  idempotency_key_required: entry(
    400,
    'Falta la capçalera Idempotency-Key amb un UUID.',
    'Falta la cabecera Idempotency-Key con un UUID.',
    'L’en-tête Idempotency-Key avec un UUID manque.',
    'The header Idempotency-Key with a UUID is missing.',
  ),
  key_reused: entry(
    409,
    'Aquesta clau ja s’ha fet servir amb un altre contingut. No s’ha fet res més.',
    'Esta clave ya se usó con otro contenido. No se ha hecho nada más.',
    'Cette clé a déjà servi avec un autre contenu. Rien de plus n’a été fait.',
    'This key was used before with another content. Nothing further was done.',
  ),
  too_many_requests: entry(
    429,
    'Massa peticions. Torna-ho a provar d’aquí a uns segons.',
    'Demasiadas peticiones. Inténtalo en unos segundos.',
    'Trop de requêtes. Réessayez dans quelques secondes.',
    'Too many requests. Try again in a few seconds.',
  ),
  busy: entry(
    503,
    'El sistema està ocupat. No s’ha cobrat res; torna-ho a provar amb la mateixa clau.',
    'El sistema está ocupado. No se ha cobrado nada; inténtalo con la misma clave.',
    'Le système est occupé. Rien n’a été débité ; réessayez avec la même clé.',
    'The system is busy. Nothing was charged; try again with the same key.',
  ),
} as const satisfies Record<string, Entry>;
