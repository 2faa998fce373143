;;; waymark.el --- Lenses, callers and blast radius through Eglot  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0
;; Package-Requires: ((emacs "28.1") (eglot "1.9"))

;;; Commentary:

;; Eglot has neither code lenses nor a call hierarchy; these commands ask for them over its
;; connection to `waymark lsp'.  Answers follow the buffers, saved or not.
;;
;;   (require 'waymark)
;;   (add-to-list 'eglot-server-programs
;;                '((c-mode c++-mode python-mode) . (waymark-server "waymark" "lsp")))

;;; Code:

(require 'cl-lib)
(require 'eglot)
(require 'jsonrpc)
(require 'subr-x)
(require 'xref)

(defvar waymark-lens-mode)

(defclass waymark-server (eglot-lsp-server) ()
  :documentation "The connection to `waymark lsp'.")

(cl-defmethod eglot-client-capabilities :around ((_server waymark-server))
  "Those of Eglot, and that lenses are asked for again when the index changed."
  (let ((capabilities (cl-call-next-method)))
    (plist-put capabilities :workspace
               (append (plist-get capabilities :workspace)
                       '(:codeLens (:refreshSupport t))))))

(cl-defmethod eglot-handle-request
  ((server waymark-server) (_method (eql workspace/codeLens/refresh)) &rest _)
  "Show the lenses of the buffers of SERVER again."
  (dolist (buffer (buffer-list))
    (with-current-buffer buffer
      (when (and waymark-lens-mode (eq (eglot-current-server) server))
        (run-at-time 0 nil #'waymark--show-lenses-of buffer))))
  nil)

(defun waymark--current-server ()
  "The connection of this buffer, if it is one to `waymark lsp'."
  (let ((server (eglot-current-server)))
    (and (cl-typep server 'waymark-server) server)))

(defun waymark--server ()
  "The connection of this buffer, with the text of the buffer sent."
  (let ((server (or (waymark--current-server)
                    (user-error "No server of Waymark is attached to this buffer"))))
    (eglot--signal-textDocument/didChange)
    server))

(defun waymark--ask (method params)
  "What the server answers to METHOD with PARAMS."
  (jsonrpc-request (waymark--server) method params))

(defun waymark--run (command argument)
  "What the server answers to COMMAND with ARGUMENT."
  (waymark--ask :workspace/executeCommand
                (list :command command :arguments (vector argument))))

(defun waymark--xref (summary uri range)
  "A place to jump to, shown as SUMMARY and the line at RANGE of URI."
  (let ((match (eglot--xref-make-match summary uri range)))
    (xref-make (format "%s: %s" summary (string-trim (xref-item-summary match)))
               (xref-item-location match))))

(defun waymark--show (xrefs)
  "Show XREFS as a list to jump from."
  (if (null xrefs)
      (message "waymark: nothing")
    (xref-show-xrefs (lambda () xrefs) nil)))

(defun waymark--calls (method key)
  "Places of calls by METHOD; the other end of a call is its KEY."
  (cl-loop for item across (waymark--ask :textDocument/prepareCallHierarchy
                                         (eglot--TextDocumentPositionParams))
           nconc (cl-loop for call across (waymark--ask method (list :item item))
                          for other = (plist-get call key)
                          for uri = (plist-get (if (eq key :from) other item) :uri)
                          nconc (cl-loop for range across (plist-get call :fromRanges)
                                         collect (waymark--xref (plist-get other :detail)
                                                                uri range)))))

;;;###autoload
(defun waymark-incoming-calls ()
  "Show what calls the function at point."
  (interactive)
  (waymark--show (waymark--calls :callHierarchy/incomingCalls :from)))

;;;###autoload
(defun waymark-outgoing-calls ()
  "Show what the function at point calls."
  (interactive)
  (waymark--show (waymark--calls :callHierarchy/outgoingCalls :to)))

(defun waymark--certainty (answer)
  "How complete ANSWER is."
  (plist-get (plist-get answer :completeness) :text))

(defun waymark--omitted (answer)
  "What the server knows of and has not sent with ANSWER."
  (let ((omitted (plist-get answer :omitted)))
    (if (zerop omitted) "" (format "; %d more are not listed" omitted))))

(defun waymark--places (hop)
  "Places of the symbols of HOP of a blast radius."
  (cl-loop for symbol across (plist-get hop :symbols)
           for sites = (plist-get symbol :sites)
           for place = (if (seq-empty-p sites) (plist-get symbol :location) (elt sites 0))
           collect (waymark--xref (format "hop %d: %s" (plist-get hop :hop)
                                          (plist-get symbol :qualifiedName))
                                  (plist-get place :uri) (plist-get place :range))))

;;;###autoload
(defun waymark-blast-radius (&optional depth)
  "Show what may break when the symbol at point changes, up to DEPTH hops."
  (interactive "P")
  (let* ((argument (append (eglot--TextDocumentPositionParams)
                           (and depth (list :depth (prefix-numeric-value depth)))))
         (answer (waymark--run "waymark.blastRadius" argument))
         (affected (plist-get answer :affected)))
    (waymark--show (cl-loop for hop across (plist-get answer :hops)
                            unless (zerop (plist-get hop :hop)) nconc (waymark--places hop)))
    (message "waymark: %s affects %d symbols, %d files, %d tests (%s)%s"
             (plist-get answer :symbol) (plist-get affected :symbols)
             (plist-get affected :files) (plist-get affected :tests)
             (waymark--certainty answer) (waymark--omitted answer))))

;;;###autoload
(defun waymark-test-scope ()
  "Show the tests that cover the symbol at point."
  (interactive)
  (let ((answer (waymark--run "waymark.testScope" (eglot--TextDocumentPositionParams))))
    (waymark--show (cl-loop for test across (plist-get answer :tests)
                            for place = (plist-get test :location)
                            collect (waymark--xref (plist-get test :name) (plist-get place :uri)
                                                   (plist-get place :range))))
    (message "waymark: %s (%s)%s"
             (mapconcat (lambda (runner)
                          (format "%s %s" (plist-get runner :runner) (plist-get runner :arguments)))
                        (plist-get answer :runners) "; ")
             (waymark--certainty answer) (waymark--omitted answer))))

(defface waymark-lens '((t :inherit shadow :height 0.9)) "Lenses." :group 'eglot)

(defvar-local waymark--timer nil "Until lenses are asked for after a change.")

(defun waymark--draw-lens (lens)
  "Draw LENS, which is resolved, above its line."
  (let ((title (plist-get (plist-get lens :command) :title))
        (begin (car (eglot--range-region (plist-get lens :range)))))
    (save-excursion
      (goto-char begin)
      (let ((overlay (make-overlay (line-beginning-position) (line-beginning-position)))
            (indent (make-string (current-indentation) ?\s)))
        (overlay-put overlay 'waymark-lens title)
        (overlay-put overlay 'before-string
                     (propertize (concat indent title "\n") 'face 'waymark-lens))))))

(defun waymark--resolved (lenses)
  "LENSES with what they say, each asked for before the one before is answered."
  (let* ((server (waymark--server))
         (resolved (make-vector (length lenses) nil))
         (left (length lenses))
         (give-up (lambda (&rest _) (setq left (1- left)))))
    (dotimes (i (length lenses))
      (jsonrpc-async-request server :codeLens/resolve (aref lenses i)
                             :success-fn (lambda (lens)
                                           (aset resolved i lens)
                                           (setq left (1- left)))
                             :error-fn give-up
                             :timeout-fn give-up))
    (while (> left 0) (accept-process-output nil 1))
    (delq nil (append resolved nil))))

(defun waymark-show-lenses ()
  "Ask for the lenses of this buffer and draw them."
  (interactive)
  (let ((lenses (waymark--resolved
                 (waymark--ask :textDocument/codeLens
                               (list :textDocument (eglot--TextDocumentIdentifier))))))
    (save-restriction
      (widen)
      (waymark--hide-lenses)
      (mapc #'waymark--draw-lens lenses))))

(defun waymark--hide-lenses ()
  "Remove what was drawn."
  (dolist (overlay (overlays-in (point-min) (1+ (point-max))))
    (when (overlay-get overlay 'waymark-lens) (delete-overlay overlay))))

(defun waymark--show-lenses-of (buffer)
  "Draw the lenses of BUFFER if it still shows any."
  (when (buffer-live-p buffer)
    (with-current-buffer buffer
      (setq waymark--timer nil)
      (when (and waymark-lens-mode (waymark--current-server))
        (with-demoted-errors "waymark: %S" (waymark-show-lenses))))))

(defun waymark--after-change (&rest _)
  "Ask for lenses when there is time."
  (unless waymark--timer
    (setq waymark--timer
          (run-with-idle-timer 0.7 nil #'waymark--show-lenses-of (current-buffer)))))

;;;###autoload
(define-minor-mode waymark-lens-mode
  "Show how much depends on each definition, above it."
  :lighter nil
  (if waymark-lens-mode
      (progn
        (add-hook 'after-change-functions #'waymark--after-change nil t)
        (waymark--after-change))
    (remove-hook 'after-change-functions #'waymark--after-change t)
    (waymark--hide-lenses)))

(provide 'waymark)
;;; waymark.el ends here
