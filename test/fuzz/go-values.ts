import { JsonError, marshalJson, type Value } from '@mcpgw/helm';

/** A Go value as text, to compare it with another: as JSON, or what keeps it from being JSON. */
export function textOf(value: Value): string {
  try {
    return marshalJson(value);
  } catch (error) {
    if (error instanceof JsonError) return error.message;
    throw error;
  }
}
