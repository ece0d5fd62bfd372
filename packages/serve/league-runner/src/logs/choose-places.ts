import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import { Bucket, type BucketEnvironment } from './bucket.js';
import type { LogPlaces } from './read-logs.js';

/**
 * Returns the places of logs that are named by folders and at most one bucket.
 *
 * @throws {CommandLineError} if there are two buckets, or the address of one is wrong.
 */
export function chooseLogPlaces(values: readonly string[], environment: BucketEnvironment): LogPlaces {
  const buckets = values.filter((value) => value.startsWith('s3://'));
  if (buckets.length > 1)
    throw new CommandLineError(
      `--logs: only one bucket is allowed, not ${buckets.join(' and ')}`,
      EXIT.usage,
    );
  const [address] = buckets;
  return {
    folders: values.filter((value) => !value.startsWith('s3://')),
    bucket: address === undefined ? null : new Bucket(address, environment),
  };
}
