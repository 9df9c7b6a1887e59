/** The store that the archive's test speaks to comes without types. */
declare module '@20minutes/s3rver' {
  export default class S3rver {
    constructor(settings: {
      port: number;
      address: string;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string; configs: string[] }[];
    });
    run(): Promise<void>;
    close(): Promise<void>;
  }
}
