import type { dataSources } from '../site/config.ts';
import type { DataSource } from './data-source.ts';

type Sources = typeof dataSources;

type Value<Field extends DataSource['fields'][string]> =
  | (Field['type'] extends 'number' ? number : string)
  | Extract<Field['initial'], null>;

/** The values of the site's data sources: an object for each, by its name. */
export type Data = {
  [Name in keyof Sources]: Sources[Name] extends DataSource
    ? { [Field in keyof Sources[Name]['fields']]: Value<Sources[Name]['fields'][Field]> }
    : never;
};
