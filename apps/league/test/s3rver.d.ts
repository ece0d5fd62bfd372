/** The part of this S3 server that the tests use; the package has no declarations. */
declare module '@20minutes/s3rver' {
  export default class S3rver {
    constructor(options: {
      readonly address: string;
      readonly port: number;
      readonly silent: boolean;
      readonly directory: string;
      readonly configureBuckets: readonly { readonly name: string; readonly configs: readonly string[] }[];
    });
    /** Resolves to the address of the open port. */
    run(): Promise<import('node:net').AddressInfo>;
    close(): Promise<void>;
  }
}
