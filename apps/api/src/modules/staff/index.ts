export { addStaff, type NewStaff } from './add-staff.ts';
export { staffRoutes } from './routes.ts';
