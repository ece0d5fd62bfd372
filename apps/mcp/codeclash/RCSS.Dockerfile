# Built by CodeClash in its root folder, into which this folder was copied as codeclash/arenas/rcss.
FROM node:24-bookworm
RUN npm install --global @rcss/cli
COPY codeclash/arenas/rcss/workspace /workspace
WORKDIR /workspace
# CodeClash fetches from the remote repository "origin" before a player begins.
RUN git init --quiet --initial-branch main \
 && git add . \
 && git -c user.name=rcss -c user.email=rcss@example.com commit --quiet --message "arena: first team" \
 && git clone --quiet --bare . /workspace.git \
 && git remote add origin /workspace.git
