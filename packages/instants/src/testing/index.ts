export * from './scaled-run.ts';
