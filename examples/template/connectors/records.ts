/** Records, without a word of MCP: tools, scripts and tests call it alike. Replace the list with your database. */
import { Connector, contextResult } from '@mcpgw/kit';

export class RecordsUnavailable extends Error {}

interface RecordRow {
  readonly id: number;
  readonly name: string;
  readonly city: string;
}

const cities = ['Oslo', 'Lima', 'Kyoto', 'Quito'];
const customers: readonly RecordRow[] = Array.from({ length: 400 }, (_, index) => ({
  id: index + 1,
  name: `Customer ${index + 1}`,
  city: cities[index % cities.length] ?? '',
}));

export class Records extends Connector {
  /** The records of a source that contain `query`, as JSON; long answers are cut and kept whole in the workspace. */
  static readonly search = contextResult('sql_query')(async (source: 'customers' | 'archive', query: string): Promise<string> => {
    if (source === 'archive') throw new RecordsUnavailable('The archive database cannot be reached');
    const word = query.toLowerCase();
    return JSON.stringify(customers.filter(({ name, city }) => `${name} ${city}`.toLowerCase().includes(word)));
  });

  static async count(): Promise<number> {
    return customers.length;
  }
}
