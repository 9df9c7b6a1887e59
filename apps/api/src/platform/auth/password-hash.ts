/** Argon2id, with the parameters OWASP names as the least for it: 19 MiB, two passes. The salt is in the result. */
import { hash, verify } from '@node-rs/argon2';

// 2 is Argon2id; the library's constant enum does not exist at run time.
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, PARAMETERS);

export const verifyPassword = (hashed: string, password: string): Promise<boolean> => verify(hashed, password);
