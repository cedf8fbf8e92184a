export declare function textOf(nonce: string, size?: number): string;
