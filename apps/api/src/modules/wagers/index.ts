export { type Intake, openIntake } from './intake.ts';
export { openSales, type Sales } from './sell-ticket.ts';
export { openSoldContests, type SoldContestNow, type SoldContests } from './sold-contests.ts';
export { findBySerial, findTicket, type StoredTicket, storedTicketView } from './ticket.store.ts';
export { ticketView } from './ticket.view.ts';
export { readSerial } from './ticket-identity.ts';
export { drawWager, type TicketRouteDeps, ticketRoutes } from './tickets.route.ts';
