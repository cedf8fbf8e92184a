declare module '*.hbs' {
  const source: string;
  export default source;
}
