/** The web page of the gateway and its API. `internal.ts` has the parts of HTTP that the endpoint for clients shares with the page. */
export type {
  ActionOutcome,
  LogLine,
  PageApproval,
  PageEndpoint,
  PageOffers,
  PageReview,
  PageServer,
  PageServerDetail,
  PageSession,
  PageSessions,
  PageTool,
  SeenTool,
  ServerSwitch,
  TriedAnswer,
  TriedCall,
  WebDeps,
} from './api/deps.js';
export { createWebPage, pagePath, type WebPage } from './api/page.js';
export type { PageVisitor, Protection } from './api/protection.js';
export type { StartedLogin } from './http/started-login.js';
