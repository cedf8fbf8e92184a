/** Everything that the gateway can pass on. The lists show what servers offer. */
export const capabilities = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  completions: {},
  logging: {},
};
