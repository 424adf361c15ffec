import { dataSources } from '../site/config.ts';
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

/** What stands in for them until the first responses. */
export const initialData = Object.fromEntries(
  Object.entries<DataSource>(dataSources).map(([name, { fields }]) => [
    name,
    Object.fromEntries(Object.entries(fields).map(([field, { initial }]) => [field, initial])),
  ]),
) as Data;
