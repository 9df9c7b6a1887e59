export { type Archive, folderArchive } from './archive.ts';
export { archiveName, publishRecord } from './publish-record.ts';
export { publishVoidRecord } from './publish-void-record.ts';
export { OPERATOR, type RecordSources } from './record-body.ts';
export { recordRoutes } from './routes.ts';
export { s3Archive } from './s3-archive.ts';
