export { startTestCluster, type TestCluster } from './test-cluster.ts';
export { createEmptyTestDatabase, createTestControlDatabase, createTestDatabase, type TestDatabase } from './test-database.ts';
