/** A web server for pages with the viewer, and the scripts of the pages. */
export { listViewerFiles, readPageScript, readViewerScripts, type ViewerScripts } from '../web/assets.js';
export {
  createFileRoute,
  createSite,
  createViewerRoutes,
  formatLink,
  listenHttp,
  type PostRoute,
  type Route,
} from '../web/http.js';
