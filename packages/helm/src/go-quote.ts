/** strconv.Quote for the messages of this package. */
export const quote = (text: string): string => JSON.stringify(text);
