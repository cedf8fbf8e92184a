export interface ServeFlags {
  readonly host?: string;
  readonly port?: number;
}
