export { embeddedBinaries, installedBinaries, type PostgresBinaries } from './binaries.ts';
export { freePort, isPortFree } from './ports.ts';
export { type Cluster, type ClusterOptions, type ClusterRefusal, clusterProblem, startCluster } from './start-cluster.ts';
