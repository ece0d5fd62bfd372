import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import { AwsClient } from 'aws4fetch';

export interface BucketFile {
  readonly name: string;
  readonly bytes: number;
}

/** A request to a bucket failed; the message has the address and the answer. */
export class BucketError extends Error {
  override readonly name = 'BucketError';
}

/** Environment variables of a bucket, as those of the programs of AWS. */
export type BucketEnvironment = Readonly<Record<string, string | undefined>>;

const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/;
const DEFAULT_REGION = 'us-east-1';
/** Requests that fail are repeated with growing pauses, about 12 s in all. */
const MAX_RETRIES = 7;
/** Longest text of an answer in an error. */
const MAX_ERROR_LENGTH = 300;

/** A folder of a bucket with the S3 protocol: Amazon S3, MinIO, Ceph, Garage and others. */
export class Bucket {
  /** `s3://BUCKET/PREFIX/`, with a slash at the end. */
  readonly address: string;
  readonly #client: AwsClient;
  /** Address of the bucket, with a slash at the end. */
  readonly #url: string;
  readonly #prefix: string;

  /**
   * @param address `s3://BUCKET/PREFIX`.
   * @param environment `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, if necessary `AWS_SESSION_TOKEN`, `AWS_REGION` (us-east-1), and
   *   `AWS_ENDPOINT_URL_S3` or `AWS_ENDPOINT_URL` for a server other than that of AWS.
   * @throws {CommandLineError} if the address has another form, or the keys are missing.
   */
  constructor(address: string, environment: BucketEnvironment) {
    const match = ADDRESS.exec(address);
    if (match === null)
      throw new CommandLineError(
        `--logs: '${address}' is not the address of a bucket. Allowed: s3://BUCKET or s3://BUCKET/PREFIX`,
        EXIT.usage,
      );
    const [, bucket = '', path = ''] = match;
    const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = environment;
    if (accessKeyId === '' || secretAccessKey === '')
      throw new CommandLineError(
        `--logs: ${address} needs the environment variables AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`,
        EXIT.usage,
      );
    const region = environment['AWS_REGION'] ?? environment['AWS_DEFAULT_REGION'] ?? DEFAULT_REGION;
    const endpoint = environment['AWS_ENDPOINT_URL_S3'] ?? environment['AWS_ENDPOINT_URL'];
    const sessionToken = environment['AWS_SESSION_TOKEN'];
    this.#prefix = path === '' ? '' : `${path.replace(/\/+$/, '')}/`;
    this.address = `s3://${bucket}/${this.#prefix}`;
    this.#url = createBucketUrl(bucket, region, endpoint);
    this.#client = new AwsClient({
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === undefined ? {} : { sessionToken }),
      service: 's3',
      region,
      retries: MAX_RETRIES,
    });
  }

  /**
   * Stores a file.
   *
   * @param path Path in the folder of the bucket.
   * @throws {BucketError} if the server refuses it or cannot be reached.
   */
  async put(path: string, content: Uint8Array, type: string): Promise<void> {
    const response = await this.#request(this.#locate(path), {
      method: 'PUT',
      body: content as Uint8Array<ArrayBuffer>,
      headers: { 'Content-Type': type },
    });
    await response.arrayBuffer();
  }

  /**
   * Returns a file as a response; its body is a stream.
   *
   * @throws {BucketError} if it is not there, or the server cannot be reached.
   */
  get(path: string): Promise<Response> {
    return this.#request(this.#locate(path), { method: 'GET' });
  }

  /**
   * Returns the files of a folder, without those of folders in it.
   *
   * @param folder Path in the folder of the bucket, with a slash at the end.
   * @throws {BucketError} if the server refuses it or cannot be reached.
   */
  async list(folder: string): Promise<BucketFile[]> {
    const prefix = `${this.#prefix}${folder}`;
    const query = new URLSearchParams({ 'list-type': '2', prefix, delimiter: '/' });
    const response = await this.#request(`${this.#url.replace(/\/$/, '')}?${query}`, { method: 'GET' });
    return parseListing(await response.text()).map(({ name, bytes }) => ({
      name: name.slice(prefix.length),
      bytes,
    }));
  }

  /** Returns the path in this bucket of an address; null if it is elsewhere. */
  findPath(address: string): string | null {
    return address.startsWith(this.address) ? address.slice(this.address.length) : null;
  }

  #locate(path: string): string {
    return `${this.#url}${`${this.#prefix}${path}`.split('/').map(encodeURIComponent).join('/')}`;
  }

  async #request(url: string, init: RequestInit): Promise<Response> {
    let response: Response;
    try {
      response = await this.#client.fetch(url, init);
    } catch (error) {
      const { cause } = error as Error;
      const reason = cause instanceof Error ? cause.message : (error as Error).message;
      throw new BucketError(`${init.method} ${url}: ${reason}`);
    }
    if (response.ok) return response;
    const text = (await response.text()).slice(0, MAX_ERROR_LENGTH);
    const message = /<Message>([^<]*)<\/Message>/.exec(text)?.[1] ?? text;
    throw new BucketError(`${init.method} ${url}: ${response.status} ${message}`.trim());
  }
}

/** Servers other than that of AWS have the bucket in the path. */
function createBucketUrl(bucket: string, region: string, endpoint: string | undefined): string {
  if (endpoint === undefined) return `https://${bucket}.s3.${region}.amazonaws.com/`;
  try {
    return new URL(`${bucket}/`, endpoint.endsWith('/') ? endpoint : `${endpoint}/`).href;
  } catch {
    throw new CommandLineError(
      `AWS_ENDPOINT_URL: '${endpoint}' is not the address of a server, such as http://127.0.0.1:9000`,
      EXIT.usage,
    );
  }
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function decodeXml(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex as string, 16));
    return ENTITIES[name as string] ?? whole;
  });
}

/** Parses the answer to `list-type=2`; the folder of a match has far fewer than the 1000 files of one answer. */
function parseListing(xml: string): BucketFile[] {
  return [...xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].flatMap(([, entry = '']) => {
    const key = /<Key>([^<]*)<\/Key>/.exec(entry)?.[1];
    const size = /<Size>(\d+)<\/Size>/.exec(entry)?.[1];
    return key === undefined ? [] : [{ name: decodeXml(key), bytes: Number(size ?? 0) }];
  });
}
