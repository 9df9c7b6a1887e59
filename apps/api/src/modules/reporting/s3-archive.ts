/** The archive in an S3-compatible store. Objects are written once: a name that exists is left as it is; object lock belongs to the bucket. */
import { GetObjectCommand, HeadObjectCommand, NoSuchKey, PutObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { Archive } from './archive.ts';

export type S3Settings = {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
};

const isMissing = (fault: unknown): boolean =>
  fault instanceof NoSuchKey || (fault instanceof S3ServiceException && fault.$metadata.httpStatusCode === 404);

/** The store answers so to a second writer; both wrote the same. */
const wasThere = (fault: unknown): boolean => fault instanceof S3ServiceException && fault.$metadata.httpStatusCode === 412;

export function s3Archive({ endpoint, region, bucket, accessKey, secretKey }: S3Settings): Archive {
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  const exists = (Key: string): Promise<boolean> =>
    client.send(new HeadObjectCommand({ Bucket: bucket, Key })).then(
      () => true,
      (fault: unknown) => {
        if (isMissing(fault)) return false;
        throw fault;
      },
    );
  return {
    async put(name, content) {
      if (await exists(name)) return;
      const parts: Uint8Array[] = [];
      for await (const part of content) parts.push(part);
      await client
        .send(new PutObjectCommand({ Bucket: bucket, Key: name, Body: Buffer.concat(parts), IfNoneMatch: '*' }))
        .catch((fault: unknown) => {
          if (!wasThere(fault)) throw fault;
        });
    },
    async get(name) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: name }));
        return (await Body?.transformToByteArray()) ?? null;
      } catch (fault) {
        if (isMissing(fault)) return null;
        throw fault;
      }
    },
  };
}
