#!/usr/bin/env node
/**
 * Makes the control system believe a further key of the platform, on the word of two people:
 * `register-key.ts <intake|seal> <public key in hexadecimal> <first person> <second person> <reason>`
 */
import { loadConfig, settingProblems } from '@valira/config';
import { z } from 'zod';
import { registerKey } from './keys/trusted-keys.ts';
import { openSql } from './sql.ts';
import { unhex } from './statements/digest.ts';
import { hash32 } from './wire-shapes.ts';

const argumentsShape = z.tuple([z.enum(['intake', 'seal']), hash32, z.string().min(1), z.string().min(1), z.string().min(3)]);

const given = argumentsShape.safeParse(process.argv.slice(2));
const loaded = loadConfig(process.env, ['CONTROL_DATABASE_URL']);
if (!given.success) {
  console.error('usage: register-key.ts <intake|seal> <public key in hexadecimal> <first person> <second person> <reason>');
  process.exitCode = 2;
} else if (!loaded.ok) {
  for (const problem of settingProblems(loaded)) console.error(problem);
  process.exitCode = 2;
} else {
  const [purpose, publicKey, first, second, reason] = given.data;
  const sql = openSql(loaded.value.CONTROL_DATABASE_URL, 1);
  try {
    const registered = await registerKey(sql, { purpose, publicKey: unhex(publicKey), actors: [first, second], reason }, new Date());
    if (registered.ok) console.log(`${purpose} key ${registered.value} is believed from now on`);
    else console.error(registered.code);
    process.exitCode = registered.ok ? 0 : 1;
  } finally {
    await sql.end({ timeout: 5 });
  }
}
