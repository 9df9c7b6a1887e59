/** Once per run of the database tests: a server (of the tests' own, or the one at TEST_DATABASE_URL) with migrated templates. */
import { startTestCluster } from './test-cluster.ts';
import { makeTemplates } from './test-database.ts';

export default async function setUp(): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    await makeTemplates(given);
    return async () => {};
  }
  const cluster = await startTestCluster();
  process.env.TEST_DATABASE_URL = cluster.adminUrl;
  try {
    await makeTemplates(cluster.adminUrl);
  } catch (error) {
    await cluster.remove();
    throw error;
  }
  return () => cluster.remove();
}
